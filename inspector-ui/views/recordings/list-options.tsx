import type { Inspector } from '../../state/shell/inspector.ts';
import { GROUPINGS } from '../../state/page/layout.ts';
import { GROUPING_LABELS } from './recording-groups.ts';
import './list-options.css';

/** How the list of recordings is divided, whether the page stays on the newest, and the button that hides it. */
export function ListOptions({ inspector }: { inspector: Inspector }) {
  const { layout, group } = inspector.layout;
  return (
    <div class="head-line list-options">
      <select
        class="plain-button"
        aria-label="Order of the recordings"
        value={layout.value.grouping}
        onChange={({ currentTarget }) => {
          const chosen = GROUPINGS.find((each) => each === currentTarget.value);
          if (chosen) group(chosen);
        }}
      >
        {GROUPINGS.map((each) => (
          <option key={each} value={each}>
            {GROUPING_LABELS[each]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="plain-button"
        aria-pressed={inspector.newestRun.isOn.value}
        title="Stay on the newest run: opens each that begins (o)"
        onClick={() => inspector.perform('newest')}
      >
        Newest run
      </button>
      {inspector.router.route.value.recording !== undefined && (
        <button
          type="button"
          class="plain-button wide-only list-hide"
          aria-label="Hide the list of recordings"
          title="Hide the list (l)"
          onClick={() => inspector.perform('list')}
        >
          «
        </button>
      )}
    </div>
  );
}
