import { changesOnlyTime } from '#core/intervene/fault.ts';
import type { Group } from '#core/model/group.ts';
import type { Waiting } from '#core/model/recording-summary.ts';
import type { EntryRow, FrameChange, Interventions, Why } from '#core/model/row.ts';
import type { Side } from '#core/wire/entry.ts';
import { elapsedUs } from '#core/units.ts';
import { formatCount } from './size.ts';
import { formatDuration, formatElapsed } from './time.ts';
import { toVisibleLine } from './visible-segments.ts';

/** The interventions in a frame, or in the frames of a group, as rows show them. */
export interface InterventionMark {
  /** `not delivered: drop`, `changed: corrupt`, `delay · 312 ms`. */
  readonly text: string;
  /** True when none of its frames reached the other side. `held`: none has so far, because acptap holds them. */
  readonly isLost: boolean | 'held';
  /** The first changed value. */
  readonly change?: ChangeWords;
}

/** A changed value in words: the name of its member (undefined for the whole text), and the value before and after. */
export interface ChangeWords {
  readonly name: string | undefined;
  /** The place of the value in the frame, for a tooltip. */
  readonly pointer: string;
  /** Undefined for a value that was added. */
  readonly before: string | undefined;
  /** Undefined for a value that was removed. */
  readonly after: string | undefined;
  /** `+2`: other changed values. */
  readonly more: string;
}

/** The entries of frames that are held now. */
export interface HeldEntries {
  readonly seqs: ReadonlySet<number>;
  /** The oldest of each side. Frames of that side behind it wait. */
  readonly first: { readonly [side in Side]?: number };
}

/** Whether acptap holds one of the entries from `first` to `last`. */
export const holdsIn = ({ seqs }: HeldEntries, { first, last }: { readonly first: number; readonly last: number }) =>
  [...seqs].some((seq) => seq >= first && seq <= last);

/** The mark of a held frame, of a frame that waits behind it, and of a group with a held frame. */
export function toHeldMark(
  { seq, from, group }: Pick<EntryRow, 'seq' | 'from'> & { readonly group?: Group | null },
  held: HeldEntries,
) {
  if (holdsIn(held, group ?? { first: seq, last: seq })) return HELD;
  const first = from === 'client' || from === 'agent' ? held.first[from] : undefined;
  return first !== undefined && seq > first ? WAITS : undefined;
}

/** The mark of a request or response that acptap delays now, by a fault or a script, and of a group that has it. */
export function toDelayMark(
  { seq, group }: Pick<EntryRow, 'seq'> & { readonly group?: Group | null },
  waiting: readonly Waiting[],
): InterventionMark | undefined {
  const { first, last } = group ?? { first: seq, last: seq };
  const found = waiting.find(
    ({ interfered }) => interfered?.delay && interfered.seq >= first && interfered.seq <= last,
  );
  const delay = found?.interfered?.delay;
  return delay && { text: `delayed until ${formatElapsed(elapsedUs(delay.until))}`, isLost: 'held' };
}

export const HELD: InterventionMark = { text: 'held', isLost: 'held' };
const WAITS: InterventionMark = { text: 'waits', isLost: 'held' };

/** The mark of an entry; undefined for an entry that acptap only passed on. */
export function toMark({ t, sent }: EntryRow): InterventionMark | undefined {
  if (!sent) return undefined;
  const kinds = kindsIn(sent.why);
  if (sent.t === null) return { text: withKinds('not delivered', kinds), isLost: true };
  const waited = sent.why.some(({ kind }) => changesOnlyTime(kind))
    ? ` · ${formatDuration(elapsedUs(sent.t - t))}`
    : '';
  const text = `${sent.isChanged && !sent.change ? withKinds('changed', kinds) : kinds}${waited}`;
  return { text, isLost: false, ...withWords(sent.change) };
}

/** The mark of a group of `entries`: `1 not delivered: drop`, `3 touched, 1 not delivered: drop, delay`. */
export function toGroupMark({ count, lost, kinds, change }: Interventions, entries: number): InterventionMark {
  const names = toVisibleLine(kinds.join(', '));
  if (entries === 1)
    return {
      text: change ? names : withKinds(lost === 1 ? 'not delivered' : 'touched', names),
      isLost: lost === 1,
      ...withWords(change),
    };
  const touched = count === lost ? '' : `${formatCount(count)} touched`;
  const gone = lost === 0 ? '' : `${formatCount(lost)} not delivered`;
  const counts = [touched, gone].filter((part) => part !== '').join(', ');
  const text = change && count === 1 ? names : withKinds(counts, names);
  return { text, isLost: lost === entries, ...withWords(change) };
}

function withWords(change: FrameChange | undefined): Pick<InterventionMark, 'change'> {
  if (!change) return {};
  const { pointer, received, delivered, more } = change;
  return {
    change: {
      name: pointer === '' ? undefined : toVisibleLine(/[^/]+(?:\/\d+)*$/.exec(pointer)?.[0] ?? ''),
      pointer: toVisibleLine(pointer),
      before: received === null ? undefined : toVisibleLine(received),
      after: delivered === null ? undefined : toVisibleLine(delivered),
      more: more === 0 ? '' : `+${formatCount(more)}`,
    },
  };
}

/** The faults that touched a frame, or their kinds. */
export const faultsIn = (why: readonly Why[]): readonly string[] =>
  [...new Set(why.map(({ kind, fault }) => fault ?? kind))].map(toVisibleLine);

const kindsIn = (why: readonly Why[]): string => toVisibleLine([...new Set(why.map(({ kind }) => kind))].join(', '));

const withKinds = (what: string, kinds: string): string => (kinds === '' ? what : `${what}: ${kinds}`);
