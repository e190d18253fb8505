import { useLayoutEffect } from 'preact/hooks';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { performOnTimeline } from '../../state/shell/timeline-commands.ts';
import { LaneNames } from '../timeline/lane-names.tsx';
import { RowList } from '../timeline/row-list.tsx';
import { rowLooks } from '../timeline/row-looks.ts';
import { TimelineBody } from '../timeline/timeline-view.tsx';
import type { ViewProps } from '../view.ts';
import { SequenceLine } from './sequence-line.tsx';
import { humanWaitUs, toSequenceRow } from './sequence-rows.ts';
import './sequence-view.css';

/** The timeline's rows as a sequence diagram of requests, responses and durations. */
export function SequenceView(props: ViewProps) {
  const { inspector, opened } = props;
  useLayoutEffect(
    () =>
      inspector.handle('sequence', (command) => performOnTimeline(opened, command, { open: inspector.openOverlay })),
    [inspector, opened],
  );
  return (
    <TimelineBody {...props}>
      <SequenceHeads />
      <Rows {...props} />
    </TimelineBody>
  );
}

/** Hidden from screen readers, because each row names its sender. */
function SequenceHeads() {
  return (
    <div class="list-row sequence-row list-heads sequence-heads" aria-hidden="true">
      <span class="sequence-seq">#</span>
      <span class="sequence-time">time</span>
      <span class="sequence-delta">after</span>
      <span class="sequence-lanes">
        <LaneNames class="sided sequence-party" />
      </span>
      <span class="one-line sequence-session">session</span>
    </div>
  );
}

function Rows({ inspector, opened }: ViewProps) {
  const { timeline, viewport } = opened;
  const { context, lookOf } = rowLooks(inspector, opened);
  let longestWait = 0;
  for (let place = viewport.top.value; place <= viewport.bottom.value; place++) {
    const row = timeline.rowAt(place);
    if (row) longestWait = Math.max(longestWait, humanWaitUs(row));
  }
  return (
    <RowList inspector={inspector} opened={opened} id="sequence" label="Entries as a sequence">
      {(place, row, slot) => {
        const { held, ...look } = lookOf(place, row);
        return (
          <SequenceLine
            key={slot}
            place={place}
            seq={row?.seq}
            row={
              row &&
              toSequenceRow(row, {
                ...context,
                held,
                above: timeline.rowAt(place - 1),
                sessionAbove: sessionAbove(opened, place),
                longestWait,
              })
            }
            {...look}
          />
        );
      }}
    </RowList>
  );
}

/** Rows to search upwards for the last session. */
const FAR = 40;

function sessionAbove({ timeline }: OpenedRecording, place: number): string | null {
  for (let above = place - 1; above >= Math.max(place - FAR, 0); above--) {
    const session = timeline.rowAt(above)?.session;
    if (session !== null) return session ?? null;
  }
  return null;
}
