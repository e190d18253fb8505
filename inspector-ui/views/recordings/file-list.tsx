import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { VisibleText } from '../../components/visible-text.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import { RecordingLine } from './recording-line.tsx';
import { toRecordingRow } from './recording-rows.ts';
import { toOpeningRow } from '../drop/file-rows.ts';
import { pickFiles } from '../drop/pick-files.ts';
import './file-list.css';

/** Files opened in the page, files being read, and errors of files that cannot be read. */
export function FileList({ inspector, list }: { inspector: Inspector; list: readonly RecordingSummary[] }) {
  const { opened, opening, close, dismiss } = inspector.files;
  const { recording: current } = inspector.router.route.value;
  const view = inspector.router.viewToOpen.value;
  const leave = (id: string) => {
    close(id);
    if (current === id) inspector.router.open(undefined);
  };
  return (
    <>
      <ul class="plain-list file-list" aria-label="Files in this page">
        {list.map((recording) => (
          <li key={recording.id} class="opened-file">
            <p class="file-head">
              <span class="one-line file-name" title="Opened in this page only">
                <VisibleText text={opened.value.get(recording.id) ?? ''} />
              </span>
              <button
                type="button"
                class="plain-button file-close"
                aria-label={`Close the file ${opened.value.get(recording.id)}`}
                onClick={() => leave(recording.id)}
              >
                ×
              </button>
            </p>
            <RecordingLine
              row={toRecordingRow(recording, inspector.now())}
              isCurrent={recording.id === current}
              view={view}
            />
          </li>
        ))}
      </ul>
      <ul class="plain-list file-list" role="status">
        {opening.value.map(toOpeningRow).map(({ name, text, progress }) => (
          <li key={name} class="file-opening" data-failed={progress === undefined}>
            <p class="file-head">
              <span class="one-line file-name">
                <VisibleText text={name} />
              </span>
              <button type="button" class="plain-button file-close" aria-label="Leave it" onClick={() => dismiss(name)}>
                ×
              </button>
            </p>
            <p class="aside file-text">
              <VisibleText text={text} />
            </p>
            {progress !== undefined && <progress aria-label={`Reading ${name}`} max={1} value={progress} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A file picker, as an alternative to dropping. */
export function OpenFileButton({ inspector }: { inspector: Inspector }) {
  return (
    <button
      type="button"
      class="plain-button"
      title="Open .acp.jsonl files in this page; or drop them on it"
      onClick={() => pickFiles(inspector)}
    >
      Open file…
    </button>
  );
}
