import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { parseInstant } from '../../text/time.ts';
import { sessionNumber, sessionOf } from '../../text/session-number.ts';
import { toDelayMark, toHeldMark, type InterventionMark } from '../../text/intervention.ts';
import type { RowContext } from './timeline-rows.ts';

/** Appearance of a row, apart from its text. */
export interface RowLook {
  readonly isSelected: boolean;
  /** True for the pair of the selected or hovered entry. */
  readonly isPaired: boolean;
  readonly isMarked: boolean;
  /** The mark of a frame that is held or delayed now, or waits behind one that is held. */
  readonly held: InterventionMark | undefined;
  /** Number of its session, if the recording has several. */
  readonly session: number | undefined;
}

export interface RowLooks {
  /** State that affects the text of all rows. */
  readonly context: Omit<RowContext, 'before' | 'held'>;
  readonly lookOf: (place: number, row: TimelineRow | undefined) => RowLook;
}

/** Returns the looks for a rendered list. Subscribes the list to all of them and to new rows. */
export function rowLooks(inspector: Inspector, opened: OpenedRecording): RowLooks {
  void opened.timeline.version.value; // rows are read from its cache
  const selected = opened.selection.place.value;
  const paired = opened.paired.value;
  const marks = inspector.marks.of(opened.recording);
  const { startedAt, waiting } = opened.summary.value;
  const isLive = opened.isLive.value;
  const sessions = opened.axis.sessions.value;
  const held = inspector.takingPart.heldEntries(opened.recording);
  return {
    context: {
      timeMode: inspector.timeMode.value,
      startedAt: parseInstant(startedAt),
      isLive,
      isQuestionHeld: inspector.takingPart.isQuestionHeld(opened.recording),
    },
    lookOf: (place, row) => ({
      isSelected: place === selected,
      isPaired: place !== selected && row !== undefined && paired.some((pair) => pair === row.seq),
      isMarked: row !== undefined && marks.some((mark) => mark === row.seq),
      held: row && (toHeldMark(row, held) ?? (isLive ? toDelayMark(row, waiting) : undefined)),
      session: row && sessionNumber(sessionOf(row), sessions),
    }),
  };
}
