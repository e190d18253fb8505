import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCount } from '../../text/size.ts';
import { parseInstant } from '../../text/time.ts';
import { NothingFound } from '../filter/nothing-found.tsx';
import { RowMenu } from '../filter/row-menu.tsx';
import type { ViewProps } from '../view.ts';
import { TimelineList } from './timeline-list.tsx';
import { toCellRoom } from './timeline-rows.ts';
import './timeline-view.css';

/** All entries in order. */
export function TimelineView(props: ViewProps) {
  return (
    <TimelineBody {...props}>
      <TimelineList {...props} />
    </TimelineBody>
  );
}

/** Frame of a list of timeline rows: loading, errors and the empty list. */
export function TimelineBody({ inspector, opened, children }: ViewProps & { readonly children: ComponentChildren }) {
  const { timeline, follow } = opened;
  const failure = timeline.failure.value;
  const unseen = follow.unseen.value;
  return (
    <div class="fill-column timeline-body" style={useCellRoom(inspector, opened)}>
      {children}
      {timeline.total.value === 0 && !timeline.isLoading.value && failure === undefined && (
        <div class="timeline-empty">{isFiltered(opened) ? <NothingFound opened={opened} /> : emptyText(opened)}</div>
      )}
      {(unseen > 0 || follow.isPaused.value) && (
        <button type="button" class="floating-button new-rows" onClick={follow.resume}>
          {follow.isPaused.value ? '❚❚ paused · ' : '↓ '}
          {formatCount(unseen)} new
        </button>
      )}
      {failure !== undefined && (
        <p class="warning-line timeline-failure" role="alert">
          {timeline.total.value === 0 ? 'The rows' : 'Some rows'} could not be loaded. {failure}{' '}
          <button type="button" class="plain-button" onClick={timeline.retry}>
            Try again
          </button>
        </p>
      )}
      {isHiddenByFilter(opened) && (
        <p class="aside timeline-hidden">
          Entry #{opened.selection.selected.value} is not among these: the filter hides it.
        </p>
      )}
      {inspector.overlay.value === 'menu' && <RowMenu inspector={inspector} opened={opened} />}
    </div>
  );
}

/** For the widths of the columns, see `timeline-view.css`. They change with the recording, so that rows keep theirs. */
function useCellRoom({ timeMode }: Inspector, { timeline, axis, summary }: OpenedRecording) {
  const room = useComputed(() => {
    const { startedAt, endedAt } = summary.value;
    const end = endedAt === null ? 0 : (parseInstant(endedAt) - parseInstant(startedAt)) * 1000; // known before the axis is
    const { digits, time } = toCellRoom(timeline.counts.value.entries, Math.max(end, axis.now.value), timeMode.value);
    return `${digits} ${time}`;
  });
  const [digits, time] = room.value.split(' ');
  return { '--digits-of-seq': digits, '--characters-of-time': time };
}

/** Whether a filter or time range causes the empty list. */
const isFiltered = ({ timeline, look }: OpenedRecording): boolean =>
  look.q.value !== '' && timeline.counts.value.entries > 0;

/** False for a missing entry of a link: the detail reports that. */
function isHiddenByFilter({ selection, timeline, look }: OpenedRecording): boolean {
  const seq = selection.selected.value;
  const isThere = seq !== undefined && seq < timeline.counts.value.entries;
  return isThere && selection.isHidden.value && timeline.total.value > 0 && look.q.value !== '';
}

function emptyText({ isLive }: OpenedRecording): string {
  return isLive.value ? 'Nothing has passed yet. The first frame appears here.' : 'Nothing passed on this connection.';
}
