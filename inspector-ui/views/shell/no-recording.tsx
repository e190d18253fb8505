import { Message } from '../../components/message.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import { toOpeningRow, type OpeningRow } from '../drop/file-rows.ts';
import { toMissingRow, type MissingRow } from '../recordings/removal-rows.ts';
import { FirstSteps } from '../recordings/first-steps.tsx';

/** Replaces the timeline while no recording is open: still loading, none yet, none chosen, or not found. */
export function NoRecording({ inspector }: { inspector: Inspector }) {
  const list = inspector.recordings.recordings.value;
  const { kind } = inspector.connection.value;
  const isLoading = kind === 'connecting' || kind === 'live';
  const wanted = inspector.router.route.value.recording;
  const { removals, wasRemoved } = inspector.recordingMarks;
  const [reading] = inspector.files.opening.value;
  return (
    <main class="fill-column pane recording-panel">
      {reading && (wanted !== undefined || list?.length === 0) ? (
        <Opening {...toOpeningRow(reading)} />
      ) : !list ? (
        <Message title={isLoading ? 'Loading recordings…' : 'No recordings to show'} />
      ) : wanted !== undefined ? (
        <Missing
          row={toMissingRow(wanted, removals.value ?? [], wasRemoved(wanted))}
          onRestore={() => inspector.perform('restore')}
        />
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

const Missing = ({ row, onRestore }: { readonly row: MissingRow; readonly onRestore: () => void }) => (
  <Message title={row.title}>
    <p>{row.text}</p>
    {row.canRestore ? (
      <button type="button" class="plain-button" title="Ctrl Z" onClick={onRestore}>
        Undo
      </button>
    ) : (
      <a class="plain-button" href="#/">
        All recordings
      </a>
    )}
  </Message>
);

const Opening = ({ name, text, progress }: OpeningRow) => (
  <Message title={progress === undefined ? 'This cannot be shown' : `Reading ${name}`}>
    <p>{text}</p>
    {progress !== undefined && <progress aria-label={`Reading ${name}`} max={1} value={progress} />}
  </Message>
);
