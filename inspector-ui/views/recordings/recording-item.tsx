import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Route } from '../../state/page/route.ts';
import type { ChangeRow } from './change-rows.ts';
import { RecordingLine } from './recording-line.tsx';
import type { RecordingRow } from './recording-rows.ts';
import './recording-item.css';

interface ItemProps {
  readonly recording: RecordingSummary;
  readonly row: RecordingRow;
  readonly isCurrent: boolean;
  /** The view in which it opens. */
  readonly view: Route['view'] | undefined;
  readonly change: ChangeRow | undefined;
  /** Opens the menu at an element; undefined without a menu. */
  readonly onMenu: ((recording: RecordingSummary, at: Element) => void) | undefined;
}

/** A recording of the list, with what can be done with it. Keys of the list open the menu, too. */
export function RecordingItem({ recording, row, isCurrent, view, change, onMenu }: ItemProps) {
  return (
    <li class="recording-item">
      <RecordingLine row={row} isCurrent={isCurrent} view={view} />
      {change && (
        <a
          class="one-line recording-change"
          href={change.href}
          tabIndex={-1}
          data-worse={change.isWorse}
          title={`${change.label}\nCompare`}
        >
          {change.parts.map(({ begin, text }, index) => (
            <span key={text}>
              {index > 0 && ' · '}
              {begin !== '' && <span class="recording-change-begin">{begin} </span>}
              {text}
            </span>
          ))}
        </a>
      )}
      {onMenu && (
        <button
          type="button"
          class="bare-button recording-more"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label="Change this recording"
          title="Pin, name, comment, remove (Menu key)"
          onClick={({ currentTarget }) => onMenu(recording, currentTarget)}
        >
          ⋮
        </button>
      )}
    </li>
  );
}
