import { useEffect } from 'preact/hooks';
import type { Suggestion } from '#core/filter/suggest-completions.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import './suggestion-list.css';

interface ListProps {
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (index: number) => void;
}

/** Suggestions for the cursor position, below the filter field. The field keeps the focus. */
export function SuggestionList({ items, active, onChoose }: ListProps) {
  useEffect(() => document.getElementById(`suggestion-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <ul
      id="filter-suggestions"
      class="popup suggestions"
      role="listbox"
      aria-label="Suggestions"
      hidden={items.length === 0}
    >
      {items.map(({ text, about, count }, index) => (
        <li
          key={text}
          id={`suggestion-${index}`}
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
