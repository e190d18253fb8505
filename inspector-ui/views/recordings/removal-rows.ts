import { UNDO_MS, type Removal } from '#core/contract/marks.ts';
import type { EpochMs } from '#core/units.ts';
import { formatStart, parseInstant } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toRecordingTitle } from './recording-rows.ts';

/** A removed recording that can be restored. */
export interface RemovalRow {
  readonly id: string;
  /** Its name, as its row has it, and its start: recordings of one agent have one name. */
  readonly title: string;
  readonly text: string;
  /** `7 s`: the time left to restore it, by this browser's clock; the server's decides. Empty when it has passed. */
  readonly left: string;
  readonly isFailure: boolean;
}

export const toRemovalRows = (removals: readonly Removal[], now: EpochMs): readonly RemovalRow[] =>
  removals.map((removal) => {
    const { id, startedAt, until, problem } = removal;
    const { title: called, version } = toRecordingTitle(removal);
    const title = `${`${called} ${version}`.trim()}, started ${formatStart(parseInstant(startedAt), now)}`;
    const seconds = Math.min(Math.ceil((until - now) / 1000), UNDO_MS / 1000);
    return {
      id,
      title,
      text: problem === null ? `Removed ${title}` : `${title} could not be removed: ${toVisibleLine(problem)}`,
      left: problem === null && seconds > 0 ? `${seconds} s` : '',
      isFailure: problem !== null,
    };
  });

/** What the page says in place of a recording that is not there. */
export interface MissingRow {
  readonly title: string;
  readonly text: string;
  /** Whether a button restores it. */
  readonly canRestore: boolean;
}

/** `wasRemoved`: whether this page saw its removal. */
export function toMissingRow(id: string, removals: readonly Removal[], wasRemoved: boolean): MissingRow {
  const isPending = removals.some((removal) => removal.id === id);
  if (isPending) return { title: REMOVED, text: 'It can be restored for a moment.', canRestore: true };
  if (wasRemoved) return { title: REMOVED, text: 'It cannot be restored any more.', canRestore: false };
  return {
    title: 'This recording is not here',
    text: 'It may have been deleted, or the link is of another machine.',
    canRestore: false,
  };
}

const REMOVED = 'This recording was removed';
