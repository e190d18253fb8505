import type { ControlState, HeldFrame } from '#core/contract/control.ts';
import { elapsedUs, type EpochMs } from '#core/units.ts';
import { formatCounted } from '../../text/size.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** A held frame, as the strip shows it. */
export interface HeldRow {
  readonly frame: HeldFrame;
  readonly from: 'client' | 'agent';
  readonly toward: 'client' | 'agent';
  readonly name: string;
  readonly summary: string;
  /** The breakpoint that held it. */
  readonly why: string;
  readonly since: string;
  /** The time until it goes on by itself. */
  readonly left: string;
  /** Whether that is soon. */
  readonly isSoon: boolean;
  /** The frames behind it; empty for none. */
  readonly behind: string;
}

/** Rows of the strip; it must not hide the view below. */
const MOST_ROWS = 3;

const SOON_MS = 30_000;

/** The oldest held frames, and how many more there are. */
export function toHeldRows(
  held: readonly HeldFrame[],
  { heldCount, held: listed }: Pick<ControlState, 'held' | 'heldCount'>,
  now: EpochMs,
): { readonly rows: readonly HeldRow[]; readonly count: number; readonly more: string } {
  const count = held.length + heldCount - listed.length;
  const rows = held.slice(0, MOST_ROWS).map((frame) => toHeldRow(frame, now));
  const hidden = count - rows.length;
  return { rows, count, more: hidden > 0 ? `and ${formatCounted(hidden, 'more held frame')}` : '' };
}

function toHeldRow(frame: HeldFrame, now: EpochMs): HeldRow {
  const { from, kind, method, id, summary, breakpoint, since, until, waiting } = frame;
  return {
    frame,
    from,
    toward: from === 'client' ? 'agent' : 'client',
    name: toVisibleLine([method ?? kind, id === null ? '' : `id ${id}`].filter((part) => part !== '').join(' ')),
    summary: toVisibleLine(summary),
    why: breakpoint === '' ? 'held by a breakpoint for all frames' : `held by ${toVisibleLine(breakpoint)}`,
    since: time(now - since),
    left: time(until - now),
    isSoon: until - now < SOON_MS,
    behind: waiting > 0 ? `${formatCounted(waiting, 'frame')} behind it` : '',
  };
}

const time = (ms: number): string => formatDuration(elapsedUs(Math.max(0, Math.round(ms / 1000)) * 1_000_000));
