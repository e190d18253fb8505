import type { Seq } from '#core/wire/units.ts';
import type { Divergence, ReplayReport } from './report.ts';

/** Notes are for people: of many of one kind, the first few say it. */
const MOST_NOTES = 100;

/** Collects what a report says while a replay goes on. */
export function createReporting(recording: string | null) {
  const divergences: Divergence[] = [];
  const notes = new Map<string, number>();
  const reasons: string[] = [];
  let played = 0;
  let received = 0;

  return {
    divergences: (): number => divergences.length,
    diverged: (divergence: Divergence): void => void divergences.push(divergence),
    note(text: string): void {
      if (notes.has(text) || notes.size < MOST_NOTES) notes.set(text, (notes.get(text) ?? 0) + 1);
    },
    /** Something will not be said, and why: the replay is not complete. */
    unfinished: (reason: string): void => void reasons.push(reason),
    played: (): void => void (played += 1),
    /** Messages received so far. */
    count: (): number => received,
    received: (): void => void (received += 1),

    report(end: {
      readonly unused: readonly Seq[];
      readonly missingCapabilities: readonly string[];
      /** Why it has not said all, beside what was told before. */
      readonly unfinished: readonly string[];
      readonly waitedFor: string | null;
    }): ReplayReport {
      const why = [...reasons, ...end.unfinished];
      const isIncomplete = end.unused.length > 0 || why.length > 0;
      const isTold = divergences.length > 0 || end.waitedFor !== null; // what it came of is said already
      return {
        recording,
        outcome: divergences.length > 0 ? 'diverged' : isIncomplete ? 'incomplete' : 'complete',
        played,
        received,
        unused: end.unused,
        divergences: [...divergences],
        missingCapabilities: end.missingCapabilities,
        notes: [
          ...(isTold ? reasons : why),
          ...[...notes].map(([text, times]) => (times === 1 ? text : `${text} (${times} times)`)),
        ],
        branch: null,
        waitedFor: end.waitedFor,
      };
    },
  };
}
