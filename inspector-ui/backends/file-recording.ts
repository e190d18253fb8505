import type { Chosen } from '#core/compare/compare.ts';
import type { ShareQuery } from '#core/contract/share.ts';
import type { RowQuery, RowWindow, SeekQuery, SeekResult, ValueCount, ValueField } from '#core/contract/timeline.ts';
import { AcptapError } from '#core/errors.ts';
import type { CardSeekQuery, ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import type { FilesQuery, FilesWindow, OperationsQuery, OperationsWindow } from '#core/model/files.ts';
import type { Comparison, Steps } from '#core/model/compare.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import type { Overview } from '#core/model/overview.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import { recordingSummary } from '#core/memory/answers.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries, MissingPartError, type RecordingQueries } from '#core/queries/recording-queries.ts';
import type { ReadEntry } from '#core/recording/decode.ts';
import { readRecording } from '#core/recording/read.ts';
import { BadFilterError } from '#core/rows/row-filter.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { IsWanted, TimelinePorts } from '#core/rows/timeline-source.ts';
import { TooLargeToShareError } from '#core/share/share-answers.ts';
import { withTimeSoFar } from '#core/stats/time-so-far.ts';
import type { Seq } from '#core/units.ts';
import { concat } from '#core/wire/bytes.ts';
import { FilterRefused, RequestFailed } from './backend.ts';

/** A recording in the page's memory. Gives the same answers as a server. */
export interface FileRecording extends Pick<RecordingQueries, 'turns' | 'report' | 'stats' | 'info'> {
  readonly summary: RecordingSummary;
  readonly rows: (query: RowQuery, signal: AbortSignal) => Promise<RowWindow>;
  readonly seek: (query: SeekQuery, signal: AbortSignal) => Promise<SeekResult>;
  readonly values: (field: ValueField, signal: AbortSignal) => Promise<readonly ValueCount[]>;
  readonly overview: (q: string, buckets: number, signal: AbortSignal) => Promise<Overview>;
  readonly conversation: (query: ConversationQuery, signal: AbortSignal) => Promise<ConversationWindow>;
  readonly seekCard: (query: CardSeekQuery, signal: AbortSignal) => Promise<SeekResult>;
  readonly files: (query: FilesQuery, signal: AbortSignal) => Promise<FilesWindow>;
  readonly operations: (query: OperationsQuery, signal: AbortSignal) => Promise<OperationsWindow>;
  /** @throws {RequestFailed} 404 for an unknown entry. */
  readonly entry: (seq: Seq) => EntryDetail;
  readonly findings: (q: string, signal: AbortSignal) => Promise<readonly FindingDetail[]>;
  readonly steps: (signal: AbortSignal) => Promise<Steps>;
  /** @throws {RequestFailed} 413 if the text is too large to copy. */
  readonly share: (query: ShareQuery, signal: AbortSignal) => Promise<string>;
  readonly bytes: (seq: Seq) => Uint8Array;
}

/** Reads recording files into the page's memory, and compares them. */
export function createFileRecordings(ports: TimelinePorts) {
  const queries = createQueries(ports);
  let count = 0;

  return {
    /**
     * Reads a file. Lets the page run between time slices. Calls `progressed` with the number of entries read so far.
     * @throws {AcptapError} if the file is not a recording; what `chunks` throws; `AbortError`.
     */
    async open(
      chunks: AsyncIterable<Uint8Array>,
      progressed: (entries: number) => void,
      signal: AbortSignal,
    ): Promise<FileRecording> {
      const { header, batches } = await readRecording(chunks);
      const memory = createMemory(header);
      let read = 0;
      const apply = ({ entry }: ReadEntry) => {
        memory.apply([entry]);
        read += 1;
      };
      const resting = {
        now: ports.now,
        rest() {
          progressed(read);
          return ports.rest();
        },
      };
      for await (const batch of batches) {
        await visitInSlices(batch, apply, resting, () => !signal.aborted);
        signal.throwIfAborted();
      }
      const whole = memory.finish();
      return answering(queries.of(memorySource(whole, String(count++))), recordingSummary(whole));
    },

    /** Compares in the page, not on a server. @throws {RequestFailed} 404 if a part is missing; `AbortError`. */
    compare: (left: Chosen, right: Chosen, signal: AbortSignal): Promise<Comparison> =>
      answer(signal, (isWanted) => queries.compare(left, right, isWanted)),
  };
}

export type FileRecordings = ReturnType<typeof createFileRecordings>;

function answering(recording: RecordingQueries, summary: RecordingSummary): FileRecording {
  const { turns, report, stats, info } = recording;
  return {
    summary,
    turns,
    report,
    stats: async () => withTimeSoFar(await stats(), summary, Date.now()),
    info,
    rows: (query, signal) => answer(signal, (isWanted) => recording.rows(query, isWanted)),
    seek: (query, signal) => answer(signal, (isWanted) => recording.seek(query, isWanted)),
    values: (field, signal) => answer(signal, (isWanted) => recording.values(field, isWanted)),
    overview: (q, buckets, signal) => answer(signal, (isWanted) => recording.overview(q, buckets, isWanted)),
    conversation: (query, signal) => answer(signal, (isWanted) => recording.conversation(query, isWanted)),
    seekCard: (query, signal) => answer(signal, (isWanted) => recording.seekCard(query, isWanted)),
    files: (query, signal) => answer(signal, (isWanted) => recording.files(query, isWanted)),
    operations: (query, signal) => answer(signal, (isWanted) => recording.operations(query, isWanted)),
    entry(seq) {
      const found = recording.entry(seq);
      if (!found) throw new RequestFailed(404, `entry ${seq}`);
      return found;
    },
    findings: (q, signal) => answer(signal, (isWanted) => recording.findings(q, isWanted)),
    steps: (signal) => answer(signal, recording.steps),
    share: (query, signal) => answer(signal, (isWanted) => recording.share(query, isWanted)),
    bytes: (seq) => concat([...(recording.bytes(seq) ?? [])]),
  };
}

/** Answers a request, unless it was cancelled meanwhile. Translates errors to those of a server. */
async function answer<T>(signal: AbortSignal, ask: (isWanted: IsWanted) => Promise<T | undefined>): Promise<T> {
  try {
    const found = await ask(() => !signal.aborted);
    signal.throwIfAborted();
    if (found === undefined) throw new RequestFailed(404, 'a recording');
    return found;
  } catch (cause) {
    if (cause instanceof TooLargeToShareError) throw new RequestFailed(413, 'what is to be copied');
    if (cause instanceof MissingPartError) throw new RequestFailed(404, 'a part of a recording');
    if (cause instanceof AcptapError) throw new FilterRefused({ error: cause.message, start: 0, end: 0 }); // a slow regex
    if (!(cause instanceof BadFilterError)) throw cause;
    const { message: error, at: start, end } = cause.problem;
    throw new FilterRefused({ error, start, end });
  }
}
