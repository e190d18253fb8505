import { useEffect } from 'preact/hooks';
import type { Suggestion } from '#core/filter/suggest-completions.ts';
import { scrollNearest } from '../../components/scroll-nearest.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import './suggestion-list.css';

interface ListProps {
  /** The id of the list. The ids of its items begin with it and end with their index. */
  readonly id: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (index: number) => void;
}

/** The id of an item, for `aria-activedescendant`. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** Suggestions for the cursor position, below a text field. The field keeps the focus. */
export function SuggestionList({ id, items, active, onChoose }: ListProps) {
  useEffect(() => scrollNearest(document.getElementById(optionId(id, active))), [id, active]);
  return (
    <ul id={id} class="popup suggestions" role="listbox" aria-label="Suggestions" hidden={items.length === 0}>
      {items.map(({ text, about, count }, index) => (
        <li
          key={text}
          id={optionId(id, index)}
          class="suggestion"
          role="option"
          aria-selected={index === active}
          // Otherwise the press would take the focus from the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          <code>{toVisibleLine(text)}</code>
          {about && <span class="one-line aside suggestion-about">{about}</span>}
          {count !== null && <span class="aside digits suggestion-count">{formatCount(count)}</span>}
        </li>
      ))}
    </ul>
  );
}
