import { Menu } from '../../components/menu.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toRowActions, withTerm } from './filter-rows.ts';
import './row-menu.css';

/** Filters made from the selected row. */
export function RowMenu({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const { selectedRow, selection, viewport, look } = opened;
  const row = selectedRow.value;
  const place = selection.place.value;
  const actions = row ? toRowActions(row) : [];

  const close = () => {
    inspector.openOverlay(undefined);
    document.getElementById('timeline')?.focus();
  };
  const y = place === undefined ? 0 : Math.max(viewport.yOf(place), 0);
  return (
    <Menu
      label="Filter by this row"
      class="row-menu"
      style={{ '--y': `${y}px` }}
      onClose={close}
      onLeave={() => inspector.openOverlay(undefined)}
    >
      {actions.map(({ label, value, term, isExclusion }) => (
        <button
          key={term}
          type="button"
          role="menuitem"
          class="one-line bare-button menu-item"
          data-exclusion={isExclusion}
          onClick={() => {
            look.set(withTerm(look.typed.peek(), term));
            close();
          }}
        >
          {label} <code>{value}</code>
        </button>
      ))}
    </Menu>
  );
}
