import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { PRUNE_COMMAND } from '#core/contract/api.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { formatBytes } from '#core/text/format-bytes.ts';
import { createKeptElements } from '../../components/kept-elements.ts';
import { scrollNearest } from '../../components/scroll-nearest.ts';
import { useClock } from '../../components/use-clock.ts';
import { useGrowingCount } from '../../components/use-growing-count.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { FileList, OpenFileButton } from './file-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PaneHandle } from '../../components/pane-handle.tsx';
import { toConnectionRow } from './connection-row.ts';
import { toChangeRow } from './change-rows.ts';
import { ListOptions } from './list-options.tsx';
import { toGroups } from './recording-groups.ts';
import { RecordingItem } from './recording-item.tsx';
import { toRecordingRow } from './recording-rows.ts';
import { RemovalBar } from './removal-bar.tsx';
import { SearchField } from './search-field.tsx';
import { SearchResults } from './search-results.tsx';
import './recordings-panel.css';

/** The sidebar: all recordings, newest first, and the state of the connection. */
export function RecordingsPanel({ inspector }: { inspector: Inspector }) {
  const all = inspector.recordings.recordings.value;
  const opened = inspector.files.opened.value;
  const list = all?.filter(({ id }) => !opened.has(id)) ?? [];
  const { recording: current } = inspector.router.route.value;
  const view = inspector.router.viewToOpen.value;
  const held = inspector.takingPart.agents.value;
  const isWaiting = all?.some(({ state, waiting }) => state === 'live' && waiting.length > 0) ?? false;
  const clock = useClock(inspector, isWaiting);
  const now = isWaiting ? clock.value : inspector.now();
  const connection = toConnectionRow(inspector.connection.value);
  const largeFolder = inspector.recordings.largeFolder.value;
  const panel = useRef<HTMLElement>(null);
  const isListed = all?.some(({ id }) => id === current) ?? false;
  useEffect(() => (isListed && panel.current ? showCurrent(panel.current) : undefined), [isListed, current]);

  const searching = inspector.search.state.value;
  const { recordingMarks } = inspector;
  const openMenu = useCallback(
    (recording: RecordingSummary, at: Element) => {
      const { left, bottom } = at.getBoundingClientRect();
      recordingMarks.chosen.value = { id: recording.id, x: left, y: bottom };
      inspector.openOverlay('recording-menu');
    },
    [inspector, recordingMarks],
  );
  const onMenu = recordingMarks.canChange.value ? openMenu : undefined;
  const listed = searching ? [] : list;
  const groups = toGroups(listed, inspector.layout.layout.value.grouping, now);
  const currentIndex = groups.flatMap(({ recordings }) => recordings).findIndex(({ id }) => id === current);
  const count = useGrowingCount(listed.length, currentIndex + 1);
  const today = new Date(now).toDateString();
  const items = useMemo(createKeptElements, []);
  const itemOf = (recording: RecordingSummary) => {
    const { id, state } = recording;
    const { previous, change } = inspector.runBefore(id) ?? {};
    const heldCount = held.get(id)?.heldCount;
    const isCurrent = id === current;
    // The time counts for a live one; the others show only whether it was today.
    const depends = [recording, state === 'live' ? now : today, heldCount, isCurrent, view, previous, change, onMenu];
    return items(id, depends, () => (
      <RecordingItem
        key={id}
        recording={recording}
        row={toRecordingRow(recording, now, heldCount)}
        isCurrent={isCurrent}
        view={view}
        change={previous && toChangeRow(recording, { previous, change })}
        onMenu={onMenu}
      />
    ));
  };
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (!isMenu) return moveFocus(event);
    const link = document.activeElement?.closest('[data-recording]');
    const recording = list.find(({ id }) => id === link?.getAttribute('data-recording'));
    if (!link || !recording || !onMenu) return;
    onMenu(recording, link);
    event.preventDefault();
  };
  return (
    <nav ref={panel} class="fill-column pane recordings" aria-label="Recordings">
      <PaneHandle inspector={inspector} name="recordings" edge="end" pane={panel} />
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
      {(all?.length ?? 0) > 0 && (
        <SearchField inspector={inspector} onDown={() => panel.current?.querySelector<HTMLElement>(LINKS)?.focus()} />
      )}
      {list.length > 0 && !searching && <ListOptions inspector={inspector} />}
      <div class="recording-list" data-keys="own" onKeyDown={press}>
        {searching && <SearchResults inspector={inspector} state={searching} />}
        {groups.map(({ label, recordings, before }) => (
          <section key={label} aria-label={label || undefined}>
            {label !== '' && (
              <h2 class="aside recording-group">
                <span class="one-line" title={label}>
                  {label}
                </span>
                <span class="digits">{recordings.length}</span>
              </h2>
            )}
            <ul class="plain-list">{recordings.slice(0, Math.max(count - before, 0)).map(itemOf)}</ul>
          </section>
        ))}
      </div>
      {all?.length === 0 && inspector.connection.value.kind !== 'file' && (
        <div class="recordings-empty">
          <p class="paragraph wide-only">No recordings yet.</p>
          <div class="narrow-only">
            <FirstSteps inspector={inspector} />
          </div>
        </div>
      )}
      <RemovalBar inspector={inspector} />
    </nav>
  );
}

/** Recordings, or hits of a search. */
const LINKS = '.recording-list li a:not([tabindex="-1"])';

/** Scrolls to the open recording. Runs once, after layout, so that it forces no second layout. */
function showCurrent(panel: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    scrollNearest(panel.querySelector('[aria-current]'));
  });
  observer.observe(panel);
  return () => observer.disconnect();
}

/** ↑ and ↓ move through the list; Tab leaves it. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(LINKS)];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at + step]?.focus();
  event.preventDefault();
}
