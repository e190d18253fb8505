import { Message } from '../../components/message.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import { toOpeningRow, type OpeningRow } from '../drop/file-rows.ts';
import { FirstSteps } from '../recordings/first-steps.tsx';

/** Replaces the timeline while no recording is open: still loading, none yet, none chosen, or not found. */
export function NoRecording({ inspector }: { inspector: Inspector }) {
  const list = inspector.recordings.recordings.value;
  const { kind } = inspector.connection.value;
  const isLoading = kind === 'connecting' || kind === 'live';
  const wanted = inspector.router.route.value.recording;
  const { removals } = inspector.recordingMarks;
  const [reading] = inspector.files.opening.value;
  return (
    <main class="fill-column pane recording-panel">
      {reading && (wanted !== undefined || list?.length === 0) ? (
        <Opening {...toOpeningRow(reading)} />
      ) : !list ? (
        <Message title={isLoading ? 'Loading recordings…' : 'No recordings to show'} />
      ) : removals.value?.some(({ id }) => id === wanted) ? (
        <Message title="This recording was removed">
          <p>It can be restored for a moment.</p>
          <button type="button" class="plain-button" title="Ctrl Z" onClick={() => inspector.perform('restore')}>
            Undo
          </button>
        </Message>
      ) : wanted !== undefined ? (
        <Message title="This recording is not here">
          <p>It may have been deleted, or the link is of another machine.</p>
          <a class="plain-button" href="#/">
            All recordings
          </a>
        </Message>
      ) : list.length === 0 && kind === 'file' ? (
        <Message title="No recording is open">
          <p>Drop an .acp.jsonl file on this page.</p>
        </Message>
      ) : list.length === 0 ? (
        <FirstSteps inspector={inspector} />
      ) : (
        <Message title="Choose a recording" />
      )}
    </main>
  );
}

const Opening = ({ name, text, progress }: OpeningRow) => (
  <Message title={progress === undefined ? 'This cannot be shown' : `Reading ${name}`}>
    <p>{text}</p>
    {progress !== undefined && <progress aria-label={`Reading ${name}`} max={1} value={progress} />}
  </Message>
);
