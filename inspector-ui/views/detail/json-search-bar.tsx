import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { formatCount } from '../../text/size.ts';
import type { Span } from '#core/json/json-tokens.ts';
import { occurrencesOf } from './json-search.ts';

interface SearchProps {
  readonly text: string;
  /** Initial query; may be empty. */
  readonly sought: string;
  /** Called with the current hit; undefined without a hit. */
  readonly onFound: (hit: Hit | undefined) => void;
}

/** A hit: its span in the text, and the query. */
export interface Hit {
  readonly span: Span;
  readonly query: string;
}

/** Search in one tree: Enter selects the next occurrence, Shift+Enter the previous one. */
export function JsonSearchBar({ text, sought, onFound }: SearchProps) {
  const found = useSignal<readonly Span[]>([]);
  const current = useSignal(0);
  const typed = useSignal('');
  const goTo = (index: number) => {
    const { length } = found.peek();
    current.value = length === 0 ? 0 : (index + length) % length;
    const span = found.peek()[current.peek()];
    onFound(span && { span, query: typed.peek() });
  };
  const look = (query: string) => {
    typed.value = query;
    found.value = occurrencesOf(text, query);
    goTo(0);
  };
  useLayoutEffect(() => {
    // Skips a query that matches only across members: no line of the tree contains it.
    if (sought !== '' && occurrencesOf(text, sought).length > 0) look(sought);
  }, [text, sought]);
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
        value={typed.value}
        onInput={({ currentTarget }) => look(currentTarget.value)}
        onKeyDown={press}
      />
      <span class="aside digits" role="status">
        {typed.value !== '' &&
          (found.value.length === 0
            ? 'not here'
            : `${formatCount(current.value + 1)} of ${formatCount(found.value.length)}`)}
      </span>
    </div>
  );
}
