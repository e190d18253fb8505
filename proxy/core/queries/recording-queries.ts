import { createComparison, type Chosen } from '#core/compare/compare.ts';
import { renderPart } from '#core/compare/part.ts';
import { mayUseFiles, withOperations } from '#core/files/call-operations.ts';
import { filesWindow, operationsByFile, type Holds } from '#core/files/files-window.ts';
import { operationsWindow } from '#core/files/operation-texts.ts';
import type { MatchedEntries } from '#core/grouping/matched-entries.ts';
import { includesNumber } from '#core/grouping/number-list.ts';
import type { ShareQuery } from '#core/contract/share.ts';
import type { RowQuery, RowWindow, SeekQuery, SeekResult, ValueCount, ValueField } from '#core/contract/timeline.ts';
import type { CardSeekQuery, ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import type { FilesQuery, FilesWindow, OperationsQuery, OperationsWindow } from '#core/model/files.ts';
import type { Comparison, SideQuery, Steps } from '#core/model/compare.ts';
import type { FindingDetail, RecordingReport } from '#core/model/finding.ts';
import type { TurnRow } from '#core/model/group.ts';
import type { Info } from '#core/model/info.ts';
import type { Overview } from '#core/model/overview.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import type { Stats } from '#core/model/stats.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { IsWanted, TimelinePorts } from '#core/rows/timeline-source.ts';
import { createTimeline } from '#core/rows/timeline.ts';
import { rankValues } from '#core/rows/rank-values.ts';
import { createShareAnswers } from '#core/share/share-answers.ts';
import type { Side } from '#core/wire/entry.ts';
import { createCardSearch, type ReadCards } from './card-search.ts';
import { createFilesReader } from './files-reader.ts';
import { judgeLine } from './judge-line.ts';
import type { RecordingSource } from '../recording-source.ts';
import { readReport } from './read-report.ts';
import { createStatsReader } from './stats-reader.ts';
import { createStepsReader } from './steps-reader.ts';

/**
 * The queries about one recording, in a database or in memory. Long queries let other work run. Results are
 * undefined if the recording was removed or the result is no longer wanted.
 */
export interface RecordingQueries {
  readonly summary: () => RecordingSummary | undefined;
  /** A window of the timeline. @throws {BadFilterError} */
  readonly rows: (query: RowQuery, isWanted: IsWanted) => Promise<RowWindow | undefined>;
  /** The next entry that matches a filter. @throws {BadFilterError} */
  readonly seek: (query: SeekQuery, isWanted: IsWanted) => Promise<SeekResult | undefined>;
  /** Matching entries over time, in at most `buckets` pieces. @throws {BadFilterError} */
  readonly overview: (q: string, buckets: number, isWanted: IsWanted) => Promise<Overview | undefined>;
  /** Findings of the matching entries, by seq. @throws {BadFilterError} */
  readonly findings: (q: string, isWanted: IsWanted) => Promise<readonly FindingDetail[] | undefined>;
  /** Cards of the conversation. @throws {BadFilterError} */
  readonly conversation: (query: ConversationQuery, isWanted: IsWanted) => Promise<ConversationWindow | undefined>;
  /** The first entry of the next card with a text. @throws {BadFilterError} */
  readonly seekCard: (query: CardSeekQuery, isWanted: IsWanted) => Promise<SeekResult | undefined>;
  /** Files, each with the counts of the agent's operations. @throws {BadFilterError} */
  readonly files: (query: FilesQuery, isWanted: IsWanted) => Promise<FilesWindow | undefined>;
  /** The agent's operations on one file, in order. @throws {BadFilterError} */
  readonly operations: (query: OperationsQuery, isWanted: IsWanted) => Promise<OperationsWindow | undefined>;
  /** Text to paste elsewhere. @throws {BadFilterError} {TooLargeToShareError} */
  readonly share: (query: ShareQuery, isWanted: IsWanted) => Promise<string | undefined>;
  /** The last MAX_TURNS prompt turns that begin up to an entry, in order. */
  readonly turns: (to?: number) => readonly TurnRow[];
  /** The values of a filter field, the most frequent first. */
  readonly values: (field: ValueField, isWanted: IsWanted) => Promise<readonly ValueCount[] | undefined>;
  readonly entry: (seq: number) => EntryDetail | undefined;
  /** The exact bytes of an entry. @throws {AcptapError} `bytes-missing`. */
  readonly bytes: (seq: number) => Iterable<Uint8Array> | undefined;
  readonly report: () => Promise<RecordingReport>;
  /** The findings about a line, if `from` wrote it now. */
  readonly judgeLine: (from: Side, bytes: Uint8Array) => Promise<readonly FindingDetail[]>;
  readonly stats: () => Promise<Stats>;
  readonly info: () => Promise<Info>;
  /** The steps of the recording for a comparison. */
  readonly steps: (isWanted: IsWanted) => Promise<Steps | undefined>;
}

/** A recording or part to compare does not exist. */
export class MissingPartError extends Error {}

/** Answers queries about any number of recordings. Keeps what later queries need again, within bounds. */
export function createQueries(ports: TimelinePorts) {
  const timeline = createTimeline(ports);
  const share = createShareAnswers(ports);
  const stats = createStatsReader(ports);
  const steps = createStepsReader(ports);
  const files = createFilesReader(ports);
  const cards = createCardSearch(ports);

  return {
    of(recording: RecordingSource): RecordingQueries {
      const { key, timeline: source } = recording;
      const keyed = { key, source };
      return {
        summary: recording.summary,
        rows: (query, isWanted) => timeline.rows(keyed, query, isWanted),
        seek: (query, isWanted) => timeline.seek(keyed, query, isWanted),
        overview: (q, buckets, isWanted) => timeline.overview(keyed, q, buckets, isWanted),
        findings: (q, isWanted) => timeline.findings(keyed, q, isWanted),
        async conversation({ q, quick = false, ...query }, isWanted) {
          const window = await timeline.within(keyed, q, isWanted, (matched) => recording.conversation(query, matched));
          if (!window?.cards.some(mayUseFiles)) return window;
          const fold = await (quick ? soon(files(recording), ports) : files(recording));
          if (!fold) return { ...window, isPartial: true };
          return { ...window, cards: withOperations(window.cards, fold, recording.message) };
        },
        seekCard({ q, ...query }, isWanted) {
          const read: ReadCards = (at, count) =>
            timeline.within(keyed, q, isWanted, (matched) =>
              recording.conversation({ session: query.session, at, count }, matched),
            );
          return cards(JSON.stringify([key, q]), read, query, isWanted);
        },
        async files({ q, ...query }, isWanted) {
          const fold = await files(recording);
          return timeline.within(keyed, q, isWanted, (matched) => filesWindow(fold, query, holdsIn(matched)));
        },
        async operations({ q, path, ...query }, isWanted) {
          const fold = await files(recording);
          return timeline.within(keyed, q, isWanted, (matched) =>
            operationsWindow(operationsByFile(fold, holdsIn(matched))(path), query, recording.message),
          );
        },
        async share(query, isWanted) {
          const seqs = await timeline.inScope(keyed, query, isWanted);
          return seqs && share(recording, query, seqs, isWanted);
        },
        turns: recording.turns,
        values(field, isWanted) {
          const { total = 0 } = source.progress() ?? {};
          return rankValues(field, total, (from, to) => recording.values(field, from, to), ports, isWanted);
        },
        entry: recording.entry,
        bytes: recording.bytes,
        report: async () => recording.storedReport() ?? readReport(recording, ports),
        judgeLine: (from, bytes) => judgeLine(recording.entries(0), from, bytes, ports),
        stats: async () => (await stats(recording)).stats(),
        info: async () => (await stats(recording)).info(),
        steps: (isWanted) => steps(recording, isWanted),
      };
    },

    /** Compares two recordings or parts. @throws {MissingPartError} */
    async compare(left: Chosen, right: Chosen, isWanted: IsWanted): Promise<Comparison | undefined> {
      const comparison = createComparison(left, right);
      if (!comparison) {
        const named = ({ recording, part }: SideQuery) => `${renderPart(part) || 'all'} of ${recording}`;
        throw new MissingPartError(`one of these is not there: ${named(left)}, ${named(right)}`);
      }
      const isDone = await visitInSlices(comparison.turns, () => {}, ports, isWanted);
      return isDone ? comparison.whole() : undefined;
    },
  };
}

/** How long a quick query waits for the parts that take a pass over the recording. Longer would be noticed. */
const SOON_MS = 200;

/** Waits for a result, but not long: it returns undefined for one that takes longer. */
async function soon<Result>(result: Promise<Result>, { rest, now }: TimelinePorts): Promise<Result | undefined> {
  for (const until = now() + SOON_MS; now() < until;) {
    const found = await Promise.race([result, rest()]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const holdsIn = (matched: MatchedEntries | undefined): Holds | undefined =>
  matched && ((seq) => includesNumber(matched.seqs, seq));
