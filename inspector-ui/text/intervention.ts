import type { EntryRow, Interventions, Why } from '#core/model/row.ts';
import { elapsedUs } from '#core/units.ts';
import { formatCount } from './size.ts';
import { formatDuration } from './time.ts';
import { toVisibleLine } from './visible-segments.ts';

/** What acptap did to a frame or to frames of a group. */
export interface InterventionMark {
  /** `not delivered: drop`, `changed: corrupt`, `delay · 312 ms`. */
  readonly text: string;
  /** No frame that it is about reached the other side. */
  readonly isLost: boolean;
}

/** The kinds of interventions that only change when a frame is delivered. */
const TIMING: ReadonlySet<string> = new Set(['delay', 'throttle', 'coalesce', 'reorder', 'hold']);

/** The mark of an entry; undefined for one that was just passed on. */
export function toMark({ t, sent }: EntryRow): InterventionMark | undefined {
  if (!sent) return undefined;
  const kinds = kindsIn(sent.why);
  if (sent.t === null) return { text: withKinds('not delivered', kinds), isLost: true };
  const waited = sent.why.some(({ kind }) => TIMING.has(kind)) ? ` · ${formatDuration(elapsedUs(sent.t - t))}` : '';
  return { text: `${sent.isChanged ? withKinds('changed', kinds) : kinds}${waited}`, isLost: false };
}

/** The mark of a group of `entries`: `1 not delivered: drop`, `3 touched, 1 not delivered: drop, delay`. */
export function toGroupMark({ count, lost, kinds }: Interventions, entries: number): InterventionMark {
  if (entries === 1)
    return {
      text: withKinds(lost === 1 ? 'not delivered' : 'touched', toVisibleLine(kinds.join(', '))),
      isLost: lost === 1,
    };
  const names = toVisibleLine(kinds.join(', '));
  const touched = count === lost ? '' : `${formatCount(count)} touched`;
  const gone = lost === 0 ? '' : `${formatCount(lost)} not delivered`;
  return { text: withKinds([touched, gone].filter((part) => part !== '').join(', '), names), isLost: lost === entries };
}

/** The faults that touched a frame, or their kinds. */
export const faultsIn = (why: readonly Why[]): readonly string[] =>
  [...new Set(why.map(({ kind, fault }) => fault ?? kind))].map(toVisibleLine);

const kindsIn = (why: readonly Why[]): string => toVisibleLine([...new Set(why.map(({ kind }) => kind))].join(', '));

const withKinds = (what: string, kinds: string): string => (kinds === '' ? what : `${what}: ${kinds}`);
