import type { HeldFrame } from '#core/contract/control.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import type { EpochMs } from '#core/units.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { formatTicking } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** A held frame, as the strip shows it. */
export interface HeldRow {
  readonly frame: HeldFrame;
  readonly from: Side;
  readonly toward: Side;
  readonly name: string;
  readonly summary: string;
  /** The breakpoint that held it. */
  readonly why: string;
  readonly since: string;
  /** The time until acptap ends the hold. */
  readonly left: string;
  /** True when little of that time is left. */
  readonly isSoon: boolean;
  /** The frames behind it; empty for none. */
  readonly behind: string;
}

const SOON_MS = 30_000;

/** The oldest held frame of each side, behind which the others wait, and how many more are held. */
export function toHeldRows(held: readonly HeldFrame[], count: number, now: EpochMs) {
  const shown = held.filter((frame, index) => held.findIndex(({ from }) => from === frame.from) === index);
  const more = count - shown.length;
  return {
    rows: shown.map((frame) => toHeldRow(frame, now)),
    more: more > 0 ? `and ${formatCounted(more, 'more held frame')}` : '',
  };
}

function toHeldRow(frame: HeldFrame, now: EpochMs): HeldRow {
  const { from, kind, method, id, summary, breakpoint, since, until, waiting } = frame;
  return {
    frame,
    from,
    toward: opposite(from),
    name: toVisibleLine([method ?? kind, id === null ? '' : `id ${id}`].filter((part) => part !== '').join(' ')),
    summary: toVisibleLine(summary),
    why: `breakpoint: ${breakpoint === '' ? 'every frame' : toVisibleLine(breakpoint)}`,
    since: time(now - since),
    left: time(until - now),
    isSoon: until - now < SOON_MS,
    behind: waiting > 0 ? `${formatCount(waiting)} behind it` : '',
  };
}

const time = (ms: number): string => formatTicking(Math.max(0, ms) * 1000);
