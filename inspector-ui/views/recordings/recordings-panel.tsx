import { useEffect, useRef } from 'preact/hooks';
import { PRUNE_COMMAND } from '#core/contract/api.ts';
import { formatBytes } from '#core/text/format-bytes.ts';
import { useClock } from '../../components/use-clock.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { FileList, OpenFileButton } from '../drop/file-list.tsx';
import { FirstSteps } from '../shell/first-steps.tsx';
import { toConnectionRow } from '../shell/shell-rows.ts';
import { RecordingLine } from './recording-line.tsx';
import { toRecordingRow } from './recording-rows.ts';
import './recordings-panel.css';

/** The sidebar: all recordings, newest first, and the state of the connection. */
export function RecordingsPanel({ inspector }: { inspector: Inspector }) {
  const all = inspector.recordings.recordings.value;
  const opened = inspector.files.opened.value;
  const list = all?.filter(({ id }) => !opened.has(id));
  const current = inspector.router.route.value.recording;
  const held = inspector.takingPart.agents.value;
  const isWaiting = all?.some(({ state, waiting }) => state === 'live' && waiting.length > 0) ?? false;
  const clock = useClock(inspector, isWaiting);
  const now = isWaiting ? clock.value : inspector.now();
  const connection = toConnectionRow(inspector.connection.value);
  const largeFolder = inspector.recordings.largeFolder.value;
  const panel = useRef<HTMLElement>(null);
  const isListed = all?.some(({ id }) => id === current) ?? false;
  useEffect(() => (isListed && panel.current ? showCurrent(panel.current) : undefined), [isListed, current]);
  return (
    <nav ref={panel} class="fill-column pane recordings" aria-label="Recordings">
      <header class="head-line pane-head">
        <p class="brand">acptap</p>
        <span class="aside connection" data-status={connection.status}>
          {connection.label}
        </span>
        <OpenFileButton inspector={inspector} />
      </header>
      {largeFolder !== null && (
        <p class="aside large-folder" role="status">
          The data folder has {formatBytes(largeFolder)}. List what could go: <code>{PRUNE_COMMAND}</code>
        </p>
      )}
      <FileList inspector={inspector} list={all?.filter(({ id }) => opened.has(id)) ?? []} />
      <ul class="plain-list recording-list" data-keys="own" onKeyDown={moveFocus}>
        {list?.map((recording) => (
          <li key={recording.id}>
            <RecordingLine
              row={toRecordingRow(recording, now, held.get(recording.id)?.heldCount)}
              isCurrent={recording.id === current}
            />
          </li>
        ))}
      </ul>
      {all?.length === 0 && inspector.connection.value.kind !== 'file' && (
        <div class="recordings-empty">
          <p class="paragraph wide-only">No recordings yet.</p>
          <div class="narrow-only">
            <FirstSteps inspector={inspector} />
          </div>
        </div>
      )}
    </nav>
  );
}

/** Scrolls to the open recording. Runs once, after layout, so that it forces no second layout. */
function showCurrent(panel: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    panel.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(panel);
  return () => observer.disconnect();
}

/** ↑ and ↓ move through the list; Tab leaves it. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at + step]?.focus();
  event.preventDefault();
}
