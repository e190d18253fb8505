import type { GroupKind, TimelineRow } from '#core/contract/timeline.ts';
import { shareOf } from '#core/outline/share.ts';
import { asksPerson } from '#core/protocol/method-traits.ts';

/** Where something lies on the scale, in hundredths of its width. */
export interface Bar {
  readonly start: number;
  readonly width: number;
  /** Who had to act while it lasted, but for the parts below. */
  readonly of: 'agent' | 'client' | 'human' | 'none';
  /** Parts of a bar that were waiting for client and person, in hundredths of the bar. They are drawn at its end. */
  readonly client: number;
  readonly human: number;
  readonly isOpen: boolean;
  /** It goes on behind the right edge. */
  readonly isCut: boolean;
}

/** A stretch of time in which nothing happened. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** Something was open, and nothing else happened. */
  readonly isWaiting: boolean;
}

/** One that is drawn shorter than it was. */
export interface Silence extends Gap {
  readonly at: number;
}

/**
 * The time scale of what is on screen: from its first moment to its last. Made short are long silences in which nothing was open, and long
 * waiting in vain: for the present, and in a recording that has ended for what never came.
 */
export interface Waterfall {
  /** Hundredths of the width at which a moment lies. */
  readonly at: (t: number) => number;
  readonly last: number;
  /** Where time was made short, and how long it was. */
  readonly silences: readonly Silence[];
}

/** A silence is shortened when it takes more than this part of the whole, to as much. */
const SILENCE = 0.06;
/** Waiting in vain is made short only when it is most of the whole: it was somebody's time. */
const IN_VAIN = 0.5;

export interface Around {
  /** When the first row below these began; undefined where there is none. */
  readonly below: number | undefined;
  readonly isLive: boolean;
}

/**
 * @param now the recording's last moment, the present while it is live: until then what is open has lasted
 * @param around what is longer than the rows in sight is cut where the first one below began: else one question that takes an hour would
 *   leave no width to all that happened in its first second.
 */
export function toWaterfall(rows: readonly TimelineRow[], now: number, { below, isLive }: Around): Waterfall {
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
    return Math.min((100 * x) / width, 100); // sums of fractions end a little beside it
  };
  return { at, last, silences: gaps.map((gap) => ({ ...gap, at: (at(gap.from) + at(gap.to)) / 2 })) };
}

const lengthOf = (gaps: readonly Gap[]): number => gaps.reduce((sum, { from, to }) => sum + to - from, 0);

/** The bar of a row; an entry that took no time is as narrow as a bar may be. */
export function toBar(row: TimelineRow, { at, last }: Waterfall, now: number): Bar {
  const { from, to, isOpen } = spanOf(row, now);
  const start = at(from);
  const time = row.group ?? row.turnTime;
  const share = time && shareOf(time, now);
  const part = (us = 0) => (to > from ? Math.min((100 * us) / (to - from), 100) : 0);
  return {
    start,
    width: at(to) - start,
    of: ownerOf(row),
    client: part(share?.client),
    human: part(share?.human),
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

function spanOf({ t, group, kind, duration }: TimelineRow, now: number): Extent {
  if (group) {
    const isOpen = group.until === null && !NEVER_OVER.has(group.kind);
    return { from: group.t, to: group.until ?? (isOpen ? Math.max(now, group.t) : group.t), isOpen };
  }
  if (kind !== 'request') return { from: t, to: t, isOpen: false };
  return { from: t, to: duration === null ? Math.max(now, t) : t + duration, isOpen: duration === null };
}

/** Kinds whose first entry says whose they are: nobody works on them. */
const WRITTEN: ReadonlySet<GroupKind> = new Set<GroupKind>(['notification', 'noise', 'orphan', 'stderr', 'event']);

/** Of a group its parts say when client and person had to act: what remains is the agent's, whatever the group begins with. */
function ownerOf({ from, kind, method, group }: TimelineRow): Bar['of'] {
  if (group && !WRITTEN.has(group.kind)) return 'agent';
  if (from !== 'client' && from !== 'agent') return 'none';
  if (kind !== 'request') return from;
  if (from === 'client') return 'agent';
  return method !== null && asksPerson(method) ? 'human' : 'client';
}

/** The last start, or the last end among those that were over by then. */
const lastKnown = (spans: readonly Extent[], then: number): number =>
  spans.reduce((last, { from, to, isOpen }) => Math.max(last, from, isOpen || to > then ? from : to), 0);

/** What was never answered has happened when it was asked. */
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
