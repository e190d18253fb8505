import type { TimelineRow } from '#core/contract/timeline.ts';
import { timeByOwner } from '#core/grouping/split-time.ts';
import type { GroupKind } from '#core/model/group.ts';
import type { EntryRow } from '#core/model/row.ts';
import { asksPerson } from '#core/protocol/method-traits.ts';

/** Position on the scale, in percent of its width. */
export interface Bar {
  readonly start: number;
  readonly width: number;
  /** Who had to act, except in the parts below. */
  readonly owner: 'agent' | 'client' | 'human' | 'acptap' | 'none';
  /** The delivery that acptap delayed, in percent of the bar. Drawn at its beginning. */
  readonly delayed: number;
  /** Waits for client and person, in percent of the bar. Drawn at its end. */
  readonly client: number;
  readonly human: number;
  readonly isOpen: boolean;
  /** True if it continues beyond the right edge. */
  readonly isCut: boolean;
}

/** A time span without events. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** True if something was open meanwhile. */
  readonly isWaiting: boolean;
}

/** A gap that is drawn shortened. */
export interface Silence extends Gap {
  readonly at: number;
}

/**
 * The time scale of the visible rows. Shortens long silences with nothing open, and long waits without a result: until
 * now in a live recording, else for responses that never came.
 */
export interface Waterfall {
  /** Position of a moment, in percent of the width. */
  readonly at: (t: number) => number;
  readonly last: number;
  /** The shortened gaps. */
  readonly silences: readonly Silence[];
}

/** Silences longer than this share of the whole are shortened to it. */
const SILENCE = 0.06;
/** Waits without a result are shortened only above this share, because they were somebody's time. */
const IN_VAIN = 0.5;

export interface BarContext {
  /** Start of the first row below the visible ones, if any. */
  readonly below: number | undefined;
  readonly isLive: boolean;
}

/**
 * @param now the recording's last moment, or the current time while it is live: the end of open rows
 * @param around `below` cuts bars that outlast the visible rows: otherwise one request of an hour would leave no width
 * for   the events of its first second.
 */
export function toWaterfall(rows: readonly TimelineRow[], now: number, { below, isLive }: BarContext): Waterfall {
  const spans = rows.map((row) => spanOf(row, now)).toSorted((one, other) => one.from - other.from);
  const first = spans[0]?.from ?? 0;
  const known = lastKnown(spans, below ?? Number.POSITIVE_INFINITY);
  const isOpen = (moment: number) => spans.some((span) => span.isOpen && span.from <= moment);
  const goesOn = below === undefined && isOpen(known) && now > known;
  const last = goesOn ? now : known;
  const between = gapsIn(isLive ? spans : spans.map(asInstantIfOpen), known).map((gap) => ({
    ...gap,
    isWaiting: isOpen(gap.from),
  }));
  const inVain = lengthOf(between.filter(({ isWaiting }) => isWaiting));
  const gaps = between
    .filter(({ isWaiting }) => !isWaiting || inVain > (last - first) * IN_VAIN)
    .concat(goesOn ? [{ from: known, to: now, isWaiting: true }] : [])
    .filter(({ from, to }) => to - from > (last - first) * SILENCE);
  const kept = last - first - lengthOf(gaps);
  const gapWidth = gaps.length === 0 ? 0 : Math.max((kept * SILENCE) / (1 - SILENCE * Math.min(gaps.length, 8)), 1);
  const width = Math.max(kept + gapWidth * gaps.length, 1);
  const at = (t: number) => {
    let x = Math.min(Math.max(t, first), last) - first;
    for (const { from, to } of gaps) {
      if (t <= from) break;
      x -= t >= to ? to - from - gapWidth : (t - from) * (1 - gapWidth / (to - from));
    }
    return Math.min((100 * x) / width, 100); // rounding errors may exceed 100
  };
  return { at, last, silences: gaps.map((gap) => ({ ...gap, at: (at(gap.from) + at(gap.to)) / 2 })) };
}

const lengthOf = (gaps: readonly Gap[]): number => gaps.reduce((sum, { from, to }) => sum + to - from, 0);

/** Returns the bar of a row; an entry without duration has the minimum width. */
export function toBar(row: TimelineRow, { at, last }: Waterfall, now: number): Bar {
  const { from, to, isOpen } = spanOf(row, now);
  const start = at(from);
  const time = row.group ?? row.turnTime;
  const share = time && timeByOwner(time, now);
  const part = (us = 0) => (to > from ? Math.min((100 * us) / (to - from), 100) : 0);
  return {
    start,
    width: at(to) - start,
    owner: ownerOf(row),
    client: part(share?.client),
    human: part(share?.human),
    delayed: row.kind === 'request' ? part(delayOf(row)) : 0,
    isOpen,
    isCut: to > last,
  };
}

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}

const NEVER_OVER = new Set(['stderr', 'noise', 'event', 'orphan', 'notification', 'update', 'plan']);

function spanOf(row: TimelineRow, now: number): Extent {
  const { t, group, kind, duration } = row;
  if (isKept(row)) return { from: t, to: t + delayOf(row), isOpen: false };
  if (group) {
    const isOpen = group.until === null && !NEVER_OVER.has(group.kind);
    return { from: group.t, to: group.until ?? (isOpen ? Math.max(now, group.t) : group.t), isOpen };
  }
  if (kind !== 'request') return { from: t, to: t, isOpen: false };
  return { from: t, to: duration === null ? Math.max(now, t) : t + duration, isOpen: duration === null };
}

/** How long acptap kept a frame on its way. */
export const delayOf = ({ t, sent }: Pick<EntryRow, 't' | 'sent'>): number =>
  sent && sent.t !== null ? Math.max(sent.t - t, 0) : 0;

/** True for a frame without a duration of its own that acptap delayed. */
const isKept = (row: TimelineRow): boolean =>
  row.kind !== 'request' && (row.group === null || row.group.entries === 1) && delayOf(row) > 0;

/** Kinds that belong to the writer of their first entry, because nobody has to act on them. */
const WRITTEN: ReadonlySet<GroupKind> = new Set<GroupKind>(['notification', 'noise', 'orphan', 'stderr', 'event']);

/** Who had to act. A group has its own parts for client and person; the rest is the agent's time. */
function ownerOf(row: TimelineRow): Bar['owner'] {
  const { from, kind, method, group, own } = row;
  if (own || isKept(row)) return 'acptap';
  if (group && !WRITTEN.has(group.kind)) return 'agent';
  if (from !== 'client' && from !== 'agent') return 'none';
  if (kind !== 'request') return from;
  if (from === 'client') return 'agent';
  return method !== null && asksPerson(method) ? 'human' : 'client';
}

/** Returns the latest start, or the latest end of spans that ended by `then`. */
const lastKnown = (spans: readonly Extent[], then: number): number =>
  spans.reduce((last, { from, to, isOpen }) => Math.max(last, from, isOpen || to > then ? from : to), 0);

/** Draws an unanswered request as a point in time. */
const asInstantIfOpen = (span: Extent): Extent => (span.isOpen ? { ...span, to: span.from } : span);

function gapsIn(spans: readonly Extent[], last: number) {
  const gaps: { from: number; to: number }[] = [];
  let end = spans[0]?.to ?? last;
  for (const { from, to } of spans) {
    if (from > end) gaps.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  return gaps;
}
