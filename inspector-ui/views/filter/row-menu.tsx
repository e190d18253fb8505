import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toRowActions, withTerm } from './filter-rows.ts';
import './row-menu.css';

/** Filters made from the selected row. Arrows move, Enter chooses, Esc closes. */
export function RowMenu({ inspector, of }: { inspector: Inspector; of: OpenedRecording }) {
  const { selectedRow, selection, viewport, look } = of;
  const menu = useRef<HTMLDivElement>(null);
  const row = selectedRow.value;
  const place = selection.place.value;
  const actions = row ? toRowActions(row) : [];
  useLayoutEffect(() => menu.current?.querySelector('button')?.focus(), []);

  const close = () => {
    inspector.openOverlay(undefined);
    document.getElementById('timeline')?.focus();
  };
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (step !== 0) {
      const buttons = [...event.currentTarget.querySelectorAll('button')];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const y = place === undefined ? 0 : Math.max(viewport.yOf(place), 0);
  return (
    <div
      ref={menu}
      class="popup row-menu"
      role="menu"
      aria-label="Filter by this row"
      style={{ '--y': `${y}px` }}
      onKeyDown={press}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) inspector.openOverlay(undefined);
      }}
    >
      {actions.map(({ label, value, term, isExclusion }) => (
        <button
          key={term}
          type="button"
          role="menuitem"
          class="one-line bare-button row-menu-item"
          data-exclusion={isExclusion}
          onClick={() => {
            look.set(withTerm(look.typed.peek(), term));
            close();
          }}
        >
          {label} <code>{value}</code>
        </button>
      ))}
    </div>
  );
}
