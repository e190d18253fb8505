import { clamp } from '#core/clamp.ts';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { AxisFacts } from '#core/model/axis.ts';
import type { GroupKind } from '#core/model/group.ts';
import type { Waiting } from '#core/model/recording-summary.ts';
import type { EntryRow } from '#core/model/row.ts';
import { SILENT_US, type TimeByOwner } from '#core/model/stats.ts';
import { whoAnswers } from '#core/protocol/method-traits.ts';
import { opposite } from '#core/wire/entry.ts';
import { percentIn, type AxisWindow } from '../../state/axis/axis-window.ts';
import type { TimeScale } from '../../state/axis/time-scale.ts';
import { formatTicking } from '../../text/time.ts';

type Owner = keyof TimeByOwner | 'none';

/** A part of a bar with another owner, in percent of the bar. */
export interface BarPart {
  readonly of: Owner;
  /** True if no frame of that side has come meanwhile. */
  readonly isSilent: boolean;
  readonly start: number;
  readonly width: number;
}

/** Position in the window, in percent of its width. */
export interface Bar {
  readonly start: number;
  readonly width: number;
  /** Who had to act, except in the parts. */
  readonly owner: Owner;
  /** In the order in which they happened. */
  readonly parts: readonly BarPart[];
  /** The middle of each shortened time that the bar crosses, in percent of the bar. */
  readonly breaks: readonly number[];
  readonly isOpen: boolean;
  /** Whether it begins before the window, and ends after it. */
  readonly isCutBefore: boolean;
  readonly isCut: boolean;
  /** Present if none of it is in the window. */
  readonly beyond: 'before' | 'after' | undefined;
  /** Whether the side that has to act sends frames; undefined for a person, and if no side has to act. */
  readonly sign: 'working' | 'silent' | undefined;
}

/** The scale and the window of the bars. */
export interface Waterfall {
  readonly scale: TimeScale;
  readonly window: AxisWindow;
  /** The recording's last moment, or the current time while it is live: the end of open rows. */
  readonly now: number;
  /** When each side last sent something, in a live recording with an open request. */
  readonly heard: Heard;
  /** When acptap delivered the responses that it kept, by the moment of their receipt: see `toKept`. */
  readonly kept: ReadonlyMap<number, number>;
}

type Heard = { readonly [side in 'client' | 'agent']?: number | null };

/** Parts closer together than this are drawn as one, in percent of the window. */
const MIN_DISTANCE = 0.4;

/** When the side that has to answer was last heard. */
export const toHeard = (waiting: readonly Waiting[]): Heard =>
  Object.fromEntries(waiting.map(({ side, heard }) => [side === 'client' ? 'agent' : 'client', heard]));

/** Returns the times in which everybody waited for acptap: their ends by their beginnings. */
export function toKept({ waits, waiting }: Pick<AxisFacts, 'waits' | 'waiting'>, now: number): Waterfall['kept'] {
  const present = waiting?.on === 'acptap' ? waiting.since : undefined;
  const kept = new Map(present === undefined ? [] : [[present, now]]);
  // The present wait continues the last one if something else ended meanwhile.
  for (const { on, from, to } of waits) if (on === 'acptap') kept.set(from, to === present ? now : to);
  return kept;
}

/** Returns the bar of a row; an entry without duration has the minimum width. */
export function toBar(row: TimelineRow, { scale, window, now, heard, kept }: Waterfall): Bar {
  const { from, to: answered, isOpen } = spanOf(row, now);
  const to = isExchange(row) && !isOpen ? (kept.get(answered) ?? answered) : answered;
  const percent = percentIn(window);
  const x = (t: number) => percent(scale.at(t));
  const inside = (value: number) => clamp(value, 0, 100);
  const [left, right] = [x(from), x(to)];
  const [start, end] = [inside(left), inside(right)];
  const owner = ownerOf(row);
  const { stretches: own, sign } = stretchesOf(row, owner, now, heard);
  const stretches = to > answered ? [...own, { of: 'acptap' as const, from: answered, to, isSilent: false }] : own;
  const crossed = end > start ? scale.breaks.filter((each) => from <= each.from && to >= each.to) : [];
  const middles = crossed
    .map((each) => percent((each.start + each.end) / 2))
    .filter((middle) => middle > start && middle < end);
  return {
    start,
    width: end - start,
    owner,
    parts: end > start ? toParts(stretches, (t) => inside(x(clamp(t, from, to))), start, end - start) : [],
    breaks: middles.map((middle) => (100 * (middle - start)) / (end - start)),
    isOpen,
    isCutBefore: left < 0 && right >= 0,
    isCut: right > 100 && left <= 100,
    beyond: right < 0 ? 'before' : left > 100 ? 'after' : undefined,
    sign,
  };
}

/** How long an open row has been open: `41 s`. */
export function toOpenTime(row: TimelineRow, { now }: Pick<Waterfall, 'now'>): string {
  const { from, to } = spanOf(row, now);
  return formatTicking(to - from);
}

/** A part of a bar, in microseconds. */
interface Stretch {
  readonly of: Owner;
  readonly from: number;
  readonly to: number;
  readonly isSilent: boolean;
}

/** The parts of a row's time that are not its owner's, in their order; and the silence at the end of an open one. */
function stretchesOf(
  row: TimelineRow,
  owner: Owner,
  now: number,
  heard: Heard,
): { readonly stretches: readonly Stretch[]; readonly sign: Bar['sign'] } {
  const { t, kind } = row;
  const time = row.group ?? row.turnTime;
  const delay = kind === 'request' && !time ? delayOf(row) : 0; // a group has it among its waits
  const current = time?.until === null && time.waiting ? time.waiting : undefined;
  const before: Stretch[] = [
    ...(delay > 0 ? [{ of: 'acptap' as const, from: t, to: t + delay, isSilent: false }] : []),
    ...(time?.waits ?? []).map(({ on, from, to }) => ({ of: on, from, to, isSilent: false })),
  ];
  if (!spanOf(row, now).isOpen) return { stretches: before, sign: undefined };
  const side = current?.on ?? owner;
  const since = current?.since ?? t;
  const last = side === 'agent' || side === 'client' ? heard[side] : undefined;
  const silentFrom = last === undefined ? now : Math.max(last ?? since, since);
  const isSilent = now - silentFrom >= SILENT_US;
  const until = isSilent ? silentFrom : now;
  const stretches = [
    ...before,
    ...(current ? [{ of: current.on, from: since, to: until, isSilent: false }] : []),
    ...(isSilent ? [{ of: side, from: silentFrom, to: now, isSilent: true }] : []),
  ];
  return { stretches, sign: last === undefined ? undefined : isSilent ? 'silent' : 'working' };
}

/** Joins parts that are too close together to be seen apart. */
function toParts(stretches: readonly Stretch[], x: (t: number) => number, start: number, width: number) {
  const drawn: { of: Owner; isSilent: boolean; from: number; to: number }[] = [];
  for (const { of, isSilent, from, to } of stretches) {
    const [left, right] = [x(from), x(to)];
    const last = drawn.at(-1);
    if (right <= left) continue;
    if (!last || right - last.from >= MIN_DISTANCE) drawn.push({ of, isSilent, from: left, to: right });
    else {
      if (right - left > last.to - last.from) [last.of, last.isSilent] = [of, isSilent];
      last.to = right;
    }
  }
  return drawn.map(({ of, isSilent, from, to }) => ({
    of,
    isSilent,
    start: (100 * (from - start)) / width,
    width: (100 * (to - from)) / width,
  }));
}

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}

function spanOf(row: TimelineRow, now: number): Extent {
  const { t, group, kind, duration } = row;
  if (isKept(row)) return { from: t, to: t + delayOf(row), isOpen: false };
  if (group) {
    const isOpen = group.until === null;
    return { from: group.t, to: group.until ?? Math.max(now, group.t), isOpen };
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

/** True for a group that ends with a response. In a list of single frames the response has a bar of its own. */
const isExchange = ({ group, kind }: TimelineRow): boolean => group !== null && kind === 'request';

/** Kinds without a waiting side, coloured by the sender of the first entry. */
const WRITTEN: ReadonlySet<GroupKind> = new Set<GroupKind>(['notification', 'noise', 'orphan', 'stderr', 'event']);

/** Who had to act. A group has its own parts for client and person; the rest is the agent's time. */
function ownerOf(row: TimelineRow): Bar['owner'] {
  const { from, kind, method, group, own } = row;
  if (own || isKept(row)) return 'acptap';
  if (group && !WRITTEN.has(group.kind)) return 'agent';
  if (from !== 'client' && from !== 'agent') return 'none';
  if (kind !== 'request') return from;
  return whoAnswers(opposite(from), method ?? '');
}
