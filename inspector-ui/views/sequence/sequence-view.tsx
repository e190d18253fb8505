import { useLayoutEffect } from 'preact/hooks';
import type { Opened } from '../../state/opened.ts';
import { performOnTimeline } from '../../state/timeline-commands.ts';
import { parseInstant } from '../../text/time.ts';
import { RowList } from '../timeline/row-list.tsx';
import { TimelineBody } from '../timeline/timeline-view.tsx';
import type { ViewProps } from '../views.ts';
import { SequenceLine } from './sequence-line.tsx';
import { humanWait, toSequenceRow } from './sequence-rows.ts';
import './sequence-view.css';

/** The rows of the timeline drawn as a diagram: who asked whom, what came back, and how long that took. */
export function SequenceView(props: ViewProps) {
  const { inspector, of } = props;
  useLayoutEffect(
    () => inspector.handle('sequence', (command) => performOnTimeline(of, command, { open: inspector.openOverlay })),
    [inspector, of],
  );
  return (
    <TimelineBody {...props}>
      <SequenceHeads />
      <Rows {...props} />
    </TimelineBody>
  );
}

/** For the eye: each row says in words who sends. */
function SequenceHeads() {
  return (
    <div class="sequence-row sequence-heads" aria-hidden="true">
      <span class="sequence-seq">#</span>
      <span class="sequence-time">time</span>
      <span class="sequence-delta">after</span>
      <span class="sequence-lanes">
        <b class="sequence-party" data-of="client">
          client
        </b>
        <b class="sequence-party" data-of="agent">
          agent
        </b>
      </span>
      <span class="sequence-session">session</span>
    </div>
  );
}

function Rows({ inspector, of }: ViewProps) {
  const { timeline, viewport, isLive } = of;
  void timeline.version.value; // rows are read from the cache below
  const selected = of.selection.place.value;
  const paired = of.paired.value;
  const marks = inspector.marks.of(of.recording);
  const startedAt = parseInstant(of.summary.value.startedAt);
  let longestWait = 0;
  for (let place = viewport.top.value; place <= viewport.bottom.value; place++) {
    const row = timeline.rowAt(place);
    if (row) longestWait = Math.max(longestWait, humanWait(row));
  }
  return (
    <RowList inspector={inspector} of={of} id="sequence" label="Entries as a sequence">
      {(place, row) => (
        <SequenceLine
          key={place}
          place={place}
          seq={row?.seq}
          row={
            row &&
            toSequenceRow(row, {
              timeMode: inspector.timeMode.value,
              startedAt,
              isLive: isLive.value,
              above: timeline.rowAt(place - 1),
              sessionAbove: sessionAbove(of, place),
              longestWait,
            })
          }
          isSelected={place === selected}
          isPaired={place !== selected && row !== undefined && paired.some((pair) => pair === row.seq)}
          isMarked={row !== undefined && marks.some((mark) => mark === row.seq)}
        />
      )}
    </RowList>
  );
}

/** How far up a session is looked for, past what belongs to none. */
const FAR = 40;

function sessionAbove({ timeline }: Opened, place: number): string | null {
  for (let above = place - 1; above >= Math.max(place - FAR, 0); above--) {
    const session = timeline.rowAt(above)?.session;
    if (session !== null) return session ?? null;
  }
  return null;
}
