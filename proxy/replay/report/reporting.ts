import type { JournalEntry } from '../model/journal-entry.ts';
import type { Divergence, ReplayReport, RecordedMessage, Unplayed, Unrecorded } from '../model/replay-report.ts';

/** The most divergences in a report; further ones are only counted. Finding similar messages takes time. */
const MAX_DIVERGENCES = 100;
const MAX_NOTES = 100;

/** The `received` of a divergence that is a wait. */
export const NOTHING = 'nothing';

/** Collects a report during a replay. */
export function createReporting(recording: string | null) {
  const divergences: Divergence[] = [];
  let more = 0; // further divergences
  const notes = new Map<string, number>();
  let moreNotes = 0;
  const reasons: string[] = [];
  const unrecorded: Unrecorded[] = [];
  let played = 0;
  let failure: string | null = null;

  return {
    divergences: (): number => divergences.length + more,
    /** Whether further divergences are only counted. */
    isFull: (): boolean => divergences.length >= MAX_DIVERGENCES,
    diverged(divergence: Divergence): void {
      if (divergences.length < MAX_DIVERGENCES) divergences.push(divergence);
      else more += 1;
    },
    note(text: string): void {
      if (notes.has(text) || notes.size < MAX_NOTES) notes.set(text, (notes.get(text) ?? 0) + 1);
      else moreNotes += 1;
    },
    /** Notes that the test's `frame()` failed. */
    failed: (what: string): void => void (failure = what),
    /** Notes why something will not be sent: the replay is not complete. */
    unfinished: (reason: string): void => void reasons.push(reason),
    played: (): void => void (played += 1),
    /** Notes a message that was not recorded and is no divergence. */
    unrecorded: (what: Unrecorded): void => void unrecorded.push(what),

    report(end: {
      readonly missing: readonly RecordedMessage[];
      readonly unplayed: readonly Unplayed[];
      readonly journal: readonly JournalEntry[];
      readonly missingCapabilities: readonly string[];
      /** Further reasons why it is not complete. */
      readonly unfinished: readonly string[];
      readonly waitedFor: string | null;
    }): ReplayReport {
      const why = [...reasons, ...end.unfinished];
      const isIncomplete = [end.missing, end.unplayed, unrecorded, why].some(({ length }) => length > 0);
      const hasReason = divergences.length > 0 || end.waitedFor !== null; // the report has the reason already
      return {
        recording,
        outcome: divergences.length > 0 ? 'diverged' : isIncomplete ? 'incomplete' : 'complete',
        played,
        received: end.journal.length,
        unused: [...new Set(end.missing.map(({ seq }) => seq))],
        missing: end.missing,
        unplayed: end.unplayed,
        unrecorded: [...unrecorded],
        divergences: [...divergences],
        moreDivergences: more,
        missingCapabilities: end.missingCapabilities,
        notes: [
          ...(hasReason ? reasons : why),
          ...[...notes].map(([text, times]) => withTimes(text, times)),
          ...(moreNotes === 0 ? [] : [`and ${moreNotes} more of the kind`]),
        ],
        branch: null,
        waitedFor: end.waitedFor,
        failure,
        journal: [...end.journal],
      };
    },
  };
}

export const withTimes = (text: string, times: number): string => (times === 1 ? text : `${text} (${times} times)`);
