import type { Seq } from '#core/wire/units.ts';
import type { Divergence, ReplayReport, Unplayed, Unrecorded } from './report.ts';

/** A report is for people: of more, the number says it. What a difference is like is looked for among all that was recorded. */
const MOST_DIVERGENCES = 100;
const MOST_NOTES = 100;

/** Collects what a report says while a replay goes on. */
export function createReporting(recording: string | null) {
  const divergences: Divergence[] = [];
  let more = 0; // differences beyond those
  const notes = new Map<string, number>();
  let moreNotes = 0;
  const reasons: string[] = [];
  const unrecorded: Unrecorded[] = [];
  let played = 0;
  let failure: string | null = null;

  return {
    divergences: (): number => divergences.length + more,
    /** Whether further differences are only counted. */
    isFull: (): boolean => divergences.length >= MOST_DIVERGENCES,
    diverged(divergence: Divergence): void {
      if (divergences.length < MOST_DIVERGENCES) divergences.push(divergence);
      else more += 1;
    },
    note(text: string): void {
      if (notes.has(text) || notes.size < MOST_NOTES) notes.set(text, (notes.get(text) ?? 0) + 1);
      else moreNotes += 1;
    },
    /** The test's own code failed. */
    failed: (what: string): void => void (failure = what),
    /** Something will not be said, and why: the replay is not complete. */
    unfinished: (reason: string): void => void reasons.push(reason),
    played: (): void => void (played += 1),
    /** The client said something that the recording does not have, and that is no divergence. */
    unrecorded: (what: Unrecorded): void => void unrecorded.push(what),

    report(end: {
      readonly unused: readonly Seq[];
      readonly unplayed: readonly Unplayed[];
      readonly received: number;
      readonly missingCapabilities: readonly string[];
      /** Why it has not said all, beside what was told before. */
      readonly unfinished: readonly string[];
      readonly waitedFor: string | null;
    }): ReplayReport {
      const why = [...reasons, ...end.unfinished];
      const isIncomplete = [end.unused, end.unplayed, unrecorded, why].some(({ length }) => length > 0);
      const isTold = divergences.length > 0 || end.waitedFor !== null; // what it came of is said already
      return {
        recording,
        outcome: divergences.length > 0 ? 'diverged' : isIncomplete ? 'incomplete' : 'complete',
        played,
        received: end.received,
        unused: end.unused,
        unplayed: end.unplayed,
        unrecorded: [...unrecorded],
        divergences: [...divergences],
        moreDivergences: more,
        missingCapabilities: end.missingCapabilities,
        notes: [
          ...(isTold ? reasons : why),
          ...[...notes].map(([text, times]) => withTimes(text, times)),
          ...(moreNotes === 0 ? [] : [`and ${moreNotes} more of the kind`]),
        ],
        branch: null,
        waitedFor: end.waitedFor,
        failure,
      };
    },
  };
}

export const withTimes = (text: string, times: number): string => (times === 1 ? text : `${text} (${times} times)`);
