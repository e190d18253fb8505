import { has, listed, type Numbers } from '#core/outline/numbers.ts';
import { createSlices } from './slices.ts';
import type { Match, Matching, Progress, TimelinePorts, TimelineSource } from './source.ts';

/** What a filter lets through of one recording. */
export interface Matches {
  /** The entries that match, and the groups they are in, in the same order. */
  readonly seqs: () => Numbers;
  readonly groups: () => Uint32Array;
  /** What they are true of; less than the recording's where somebody writes just now. */
  readonly revision: () => number;
  /** How many entries it has been asked about, from the first on; and whether those are all there were. */
  readonly searched: () => number;
  readonly isWhole: () => boolean;
  /** Brings it up to date. Gives up between slices when nobody wants it any more, or when what is there is enough; asked again, it goes on. */
  readonly refresh: (isWanted: () => boolean, isEnough?: () => boolean) => Promise<void>;
  readonly bytes: () => number;
}

/**
 * Asks once about each entry, a few thousand at a time, so that others have their turn; after that only about what is new,
 * and what is older but may have changed: answered, judged, given a title.
 */
export function createMatches(
  source: Pick<TimelineSource, 'progress' | 'lastFinding' | 'amendedSince'>,
  matching: Matching,
  { rest, now: clock }: Pick<TimelinePorts, 'rest' | 'now'>,
): Matches {
  let seqs = new Uint32Array(0);
  let groups = new Uint32Array(0);
  let length = 0;
  let upTo = 0;
  let finding = 0;
  let revision = -1;
  /** What it is being brought up to, until that is reached. */
  let target: Progress | undefined;
  let running: Promise<boolean> | undefined;
  const slices = createSlices(clock);

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

  /** Asks again about entries that were asked about before, most of them lately: what comes before the first of them is left alone. */
  function amend(again: readonly number[]): void {
    if (again.length === 0) return;
    const asked = listed(again.toSorted((one, other) => one - other));
    const kept: Match[] = [];
    const from = listed(seqs, length).indexFrom(asked.at(0));
    for (let index = from; index < length; index++) {
      const seq = seqs[index] ?? 0;
      if (!has(asked, seq)) kept.push([seq, groups[index] ?? 0]);
    }
    length = from;
    append([...kept, ...matching.among(again)].toSorted(([one], [other]) => one - other));
  }

  /** Aims at what is recorded now. */
  function begin(): void {
    const now = source.progress();
    if (!now || now.revision === revision) return;
    const last = source.lastFinding();
    if (upTo > 0) amend(source.amendedSince(upTo, finding));
    finding = last;
    target = now;
  }

  /** One slice, for all who wait. False when there is nothing to do. */
  async function goOn(): Promise<boolean> {
    if (!target) begin();
    if (!target) return false;
    const to = Math.min(upTo + slices.size(), target.total);
    if (upTo < to) slices.measure(() => append(matching.between(upTo, to)));
    upTo = Math.max(upTo, to);
    if (upTo < target.total) await rest();
    else {
      revision = target.revision;
      target = undefined;
    }
    return true;
  }

  return {
    seqs: () => listed(seqs, length),
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
