import { conversationWindow } from '#core/cards/window.ts';
import type { ShareQuery } from '#core/contract/share.ts';
import type { RowQuery, RowWindow, SeekQuery, SeekResult, ValueCount, ValueField } from '#core/contract/timeline.ts';
import { AcptapError } from '#core/errors.ts';
import type { ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import type { Steps } from '#core/model/compare.ts';
import type { FindingDetail, RecordingReport } from '#core/model/finding.ts';
import type { TurnRow } from '#core/model/group.ts';
import type { Info } from '#core/model/info.ts';
import type { Overview } from '#core/model/overview.ts';
import type { RecordingSummary } from '#core/model/recording.ts';
import type { EntryDetail } from '#core/model/row.ts';
import type { Stats } from '#core/model/stats.ts';
import { entryOf, summaryOf, turnsOf, valuesOf } from '#core/queries/memory/answers.ts';
import { conversationSource } from '#core/queries/memory/conversation-source.ts';
import { createMemory, type Memory } from '#core/queries/memory/memory.ts';
import { bytesOf } from '#core/queries/memory/rows.ts';
import { timelineSource } from '#core/queries/memory/timeline-source.ts';
import { readRecording } from '#core/recording/read.ts';
import { BadFilterError } from '#core/rows/filters.ts';
import type { TimelinePorts } from '#core/rows/source.ts';
import { createTimeline } from '#core/rows/timeline.ts';
import { createSharer, TooLargeToShareError } from '#core/share/sharer.ts';
import type { Seq } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { FilterRefused, RequestFailed } from './backend.ts';

/** A recording in the page's memory. Gives the same answers as a server. */
export interface FileRecording {
  readonly summary: RecordingSummary;
  readonly rows: (query: RowQuery, signal: AbortSignal) => Promise<RowWindow>;
  readonly seek: (query: SeekQuery, signal: AbortSignal) => Promise<SeekResult>;
  readonly overview: (q: string, buckets: number, signal: AbortSignal) => Promise<Overview>;
  readonly turns: () => readonly TurnRow[];
  readonly values: (field: ValueField) => Promise<readonly ValueCount[]>;
  readonly conversation: (query: ConversationQuery, signal: AbortSignal) => Promise<ConversationWindow>;
  /** @throws {RequestFailed} 404 for an unknown entry. */
  readonly entry: (seq: Seq) => EntryDetail;
  readonly findings: (q: string, signal: AbortSignal) => Promise<readonly FindingDetail[]>;
  readonly report: () => RecordingReport;
  readonly stats: () => Stats;
  readonly info: () => Info;
  /** The steps for a comparison. Computed once. */
  readonly steps: (signal: AbortSignal) => Promise<Steps>;
  /** @throws {RequestFailed} 413 if the text is too large to copy. */
  readonly share: (query: ShareQuery, signal: AbortSignal) => Promise<string>;
  readonly bytes: (seq: Seq) => Uint8Array;
}

/** Longest time that reading blocks the page, in milliseconds. */
const SLICE_MS = 12;

/**
 * Reads a recording file into memory. Lets the page run between time slices. Calls `progressed` with the number of
 * entries read so far.
 * @throws {AcptapError} if the file is not a recording; what `chunks` throws; `AbortError`.
 */
export async function openRecording(
  chunks: AsyncIterable<Uint8Array>,
  ports: TimelinePorts,
  progressed: (entries: number) => void,
  signal: AbortSignal,
): Promise<FileRecording> {
  const { header, entries } = await readRecording(chunks);
  const memory = createMemory(header);
  let count = 0;
  let due = ports.now() + SLICE_MS;
  for await (const entry of entries) {
    memory.apply([entry]);
    count += 1;
    if (ports.now() < due) continue;
    progressed(count);
    await ports.rest();
    signal.throwIfAborted();
    due = ports.now() + SLICE_MS;
  }
  return answering(memory.finish(), ports);
}

function answering(memory: Memory, ports: TimelinePorts): FileRecording {
  const timeline = createTimeline(ports);
  const keyed = { key: '', source: timelineSource(memory) };
  const conversation = conversationSource(memory);
  const share = createSharer(ports);
  let steps: Steps | undefined;
  const shareable = { key: '', header: memory.header, entries: (from: number) => memory.entries.slice(from) };

  /** Answers a request, unless it was cancelled meanwhile. Translates errors to those of a server. */
  async function answer<T>(signal: AbortSignal, ask: (isWanted: () => boolean) => Promise<T | undefined>): Promise<T> {
    try {
      const found = await ask(() => !signal.aborted);
      signal.throwIfAborted();
      if (found === undefined) throw new RequestFailed(404, 'a recording');
      return found;
    } catch (cause) {
      if (cause instanceof TooLargeToShareError) throw new RequestFailed(413, 'what is to be copied');
      if (cause instanceof AcptapError) throw new FilterRefused({ error: cause.message, start: 0, end: 0 }); // a regex that takes too long
      if (!(cause instanceof BadFilterError)) throw cause;
      const { message: error, at: start, end } = cause.problem;
      throw new FilterRefused({ error, start, end });
    }
  }

  return {
    summary: summaryOf(memory),
    rows: (query, signal) => answer(signal, (isWanted) => timeline.rows(keyed, query, isWanted)),
    seek: (query, signal) => answer(signal, (isWanted) => timeline.seek(keyed, query, isWanted)),
    overview: (q, buckets, signal) => answer(signal, (isWanted) => timeline.overview(keyed, q, buckets, isWanted)),
    turns: () => turnsOf(memory),
    values: (field) => valuesOf(memory, field, ports),
    conversation: (query, signal) =>
      answer(signal, (isWanted) =>
        timeline.within(keyed, query.q, isWanted, (matched) => conversationWindow(conversation, query, matched)),
      ),
    entry(seq) {
      const found = entryOf(memory, seq);
      if (!found) throw new RequestFailed(404, `entry ${seq}`);
      return found;
    },
    findings: (q, signal) => answer(signal, (isWanted) => timeline.findings(keyed, q, isWanted)),
    report: memory.report,
    stats: memory.stats,
    info: memory.info,
    async steps(signal) {
      const { foldHere } = await import('./compare-here.ts');
      return (steps ??= await foldHere(memory, ports, signal));
    },
    share: (query, signal) =>
      answer(signal, async (isWanted) => {
        const meant = await timeline.meant(keyed, query, isWanted);
        return meant && share(shareable, query, meant, isWanted);
      }),
    bytes(seq) {
      const entry: Entry | undefined = memory.entries[seq];
      return entry ? bytesOf(entry) : new Uint8Array();
    },
  };
}
