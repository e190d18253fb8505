import { useSignal } from '@preact/signals';
import { formatCount } from '../../text/size.ts';
import { occurrencesOf } from './json-search.ts';

interface SearchProps {
  readonly text: string;
  /** Shows what stands at an offset of the text; undefined for nothing. */
  readonly onFound: (offset: number | undefined) => void;
}

/** Search in one tree: Enter goes to the next occurrence, Shift+Enter to the one before. */
export function JsonSearchBar({ text, onFound }: SearchProps) {
  const found = useSignal<readonly number[]>([]);
  const current = useSignal(0);
  const isUsed = useSignal(false);
  const goTo = (index: number) => {
    const { length } = found.peek();
    current.value = length === 0 ? 0 : (index + length) % length;
    onFound(found.peek()[current.peek()]);
  };
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => {
    if (event.key === 'Enter') goTo(current.peek() + (event.shiftKey ? -1 : 1));
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
  };
  return (
    <div class="json-search">
      <input
        class="filter-field"
        type="search"
        aria-label="Search in the tree"
        placeholder="Search in the tree"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget: { value } }) => {
          found.value = occurrencesOf(text, value);
          isUsed.value = value !== '';
          goTo(0);
        }}
        onKeyDown={press}
      />
      <span class="json-search-count" role="status">
        {isUsed.value &&
          (found.value.length === 0
            ? 'not here'
            : `${formatCount(current.value + 1)} of ${formatCount(found.value.length)}`)}
      </span>
    </div>
  );
}
