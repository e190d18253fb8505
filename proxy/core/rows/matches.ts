import { includesNumber, numbersOf, type NumberList } from '#core/grouping/number-list.ts';
import { createSliceSizes } from './slice-sizes.ts';
import type { Match, CompiledFilter, Progress, TimelinePorts, TimelineSource } from './timeline-source.ts';

/** The entries of one recording that match a filter. */
export interface Matches {
  /** The matching entries, and their groups in the same order. */
  readonly seqs: () => NumberList;
  readonly groups: () => Uint32Array;
  /** The revision of these matches; older than the recording's while it grows. */
  readonly revision: () => number;
  /** The number of entries searched, from the first on; and whether that was all of them. */
  readonly searched: () => number;
  readonly isWhole: () => boolean;
  /**
   * Updates the matches. Stops between slices when the result is no longer wanted or is enough; the next call
   * continues.
   */
  readonly refresh: (isWanted: () => boolean, isEnough?: () => boolean) => Promise<void>;
  readonly bytes: () => number;
}

/**
 * Tests each entry once, in slices of a few thousand entries between which other work can run. Later tests
 * only new entries and older ones with new facts (answered, judged, given a title).
 */
export function createMatches(
  source: Pick<TimelineSource, 'progress' | 'lastFinding' | 'amendedSince'>,
  matching: CompiledFilter,
  { rest, now: clock }: Pick<TimelinePorts, 'rest' | 'now'>,
): Matches {
  let seqs = new Uint32Array(0);
  let groups = new Uint32Array(0);
  let length = 0;
  let upTo = 0;
  let finding = 0;
  let revision = -1;
  /** The state to reach; undefined once reached. */
  let target: Progress | undefined;
  let running: Promise<boolean> | undefined;
  const slices = createSliceSizes(clock);

  function append(found: readonly Match[]): void {
    if (length + found.length > seqs.length) {
      const size = Math.max(1024, (length + found.length) * 2);
      [seqs, groups] = [grown(seqs, size), grown(groups, size)];
    }
    for (const [seq, group] of found) {
      seqs[length] = seq;
      groups[length] = group;
      length += 1;
    }
  }

  /** Tests changed entries again. Most of them are recent, so the matches before the first one stay untouched. */
  function amend(again: readonly number[]): void {
    if (again.length === 0) return;
    const asked = numbersOf(again.toSorted((one, other) => one - other));
    const kept: Match[] = [];
    const from = numbersOf(seqs, length).indexFrom(asked.at(0));
    for (let index = from; index < length; index++) {
      const seq = seqs[index] ?? 0;
      if (!includesNumber(asked, seq)) kept.push([seq, groups[index] ?? 0]);
    }
    length = from;
    append([...kept, ...matching.among(again)].toSorted(([one], [other]) => one - other));
  }

  /** Sets the target to the current state of the recording. */
  function begin(): void {
    const now = source.progress();
    if (!now || now.revision === revision) return;
    const last = source.lastFinding();
    if (upTo > 0) amend(source.amendedSince(upTo, finding));
    finding = last;
    target = now;
  }

  /** Searches one slice, for all callers. Returns false when everything is searched. */
  async function goOn(): Promise<boolean> {
    if (!target) begin();
    if (!target) return false;
    const span = matching.nextSpan?.(upTo, target.total) ?? { from: upTo, to: target.total };
    const to = Math.min(span.from + slices.size(), span.to);
    const search = () => append(matching.between(span.from, to));
    if (to - span.from === slices.size()) slices.measure(search);
    else if (span.from < to) search(); // too short to learn from
    upTo = Math.max(upTo, to);
    if (upTo < target.total) await rest();
    else {
      revision = target.revision;
      target = undefined;
    }
    return true;
  }

  return {
    seqs: () => numbersOf(seqs, length),
    groups: () => groups.subarray(0, length),
    revision: () => revision,
    searched: () => upTo,
    isWhole: () => target === undefined,
    async refresh(isWanted, isEnough = () => false) {
      const now = source.progress();
      if (!now) return;
      while (revision < now.revision) {
        const isGoingOn = await (running ??= goOn().finally(() => (running = undefined)));
        if (!isGoingOn || !isWanted() || (revision < now.revision && isEnough())) return;
      }
    },
    bytes: () => seqs.byteLength + groups.byteLength + 1000,
  };
}

function grown(values: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(values);
  return larger;
}
