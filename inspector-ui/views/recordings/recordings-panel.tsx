import type { Inspector } from '../../state/inspector.ts';
import { FirstSteps } from '../shell/no-recording.tsx';
import { toConnectionRow } from '../shell/shell-rows.ts';
import { RecordingLine } from './recording-line.tsx';
import { toRecordingRow } from './recording-rows.ts';
import './recordings-panel.css';

/** The sidebar: every recording, newest first, and whether the page is being told of new ones. */
export function RecordingsPanel({ inspector }: { inspector: Inspector }) {
  const list = inspector.recordings.recordings.value;
  const current = inspector.router.route.value.recording;
  const connection = toConnectionRow(inspector.connection.value);
  return (
    <nav class="pane recordings" aria-label="Recordings">
      <header class="pane-head">
        <h1 class="brand">acptap</h1>
        <span class="connection" data-status={connection.status}>
          {connection.label}
        </span>
      </header>
      <ul class="recording-list" data-keys="own" onKeyDown={moveFocus}>
        {list?.map((recording) => (
          <li key={recording.id}>
            <RecordingLine row={toRecordingRow(recording, inspector.now())} isCurrent={recording.id === current} />
          </li>
        ))}
      </ul>
      {list?.length === 0 && (
        <div class="recordings-empty">
          <p class="wide-only">No recordings yet.</p>
          <div class="narrow-only">
            <FirstSteps inspector={inspector} />
          </div>
        </div>
      )}
    </nav>
  );
}

/** Up and down go through the list as through any list; Tab leaves it. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at + step]?.focus();
  event.preventDefault();
}
