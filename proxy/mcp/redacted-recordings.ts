import { createCache } from '#core/cache.ts';
import { AcptapError } from '#core/errors.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries, type RecordingQueries } from '#core/queries/recording-queries.ts';
import type { RecordingSource } from '#core/recording-source.ts';
import { createRedactor, type Redactor } from '#core/redaction/redact.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { seqOf, elapsedUs } from '#core/units.ts';
import { findRef } from './find-ref.ts';
import { CancelledError } from './wanted.ts';

/** The recordings that a client may read. */
export interface RecordingsPort {
  /** Newest first. */
  readonly recordings: () => readonly RecordingSummary[];
  /** Undefined if the recording was removed. */
  readonly source: (id: string) => RecordingSource | undefined;
  /** The number of recordings that are left out. */
  readonly others: () => number;
}

/** A recording has too many entries or bytes for a copy. */
export class TooLargeRecordingError extends Error {}

/** A recording without secrets. */
export interface RedactedRecording {
  readonly summary: RecordingSummary;
  readonly queries: RecordingQueries;
}

export type RedactedRecordings = ReturnType<typeof createRedactedRecordings>;

/** Redacted recordings that are kept: two are compared. */
const KEPT = 2;

/** Larger recordings are not copied, because a copy is held in memory and takes minutes. */
const MAX_ENTRIES = 200_000;
const MAX_BYTES = 64_000_000;

interface Kept {
  /** One function for each call that waits for the copy: false when the call was cancelled. */
  readonly wanted: Set<() => boolean>;
  readonly built: Promise<Built>;
}

interface Built {
  readonly redactor: Redactor;
  readonly source: RecordingSource;
}

/**
 * Answers from redacted copies in memory. Everything that is derived, such as titles and findings, is derived from the
 * copy, and a filter searches the copy, so that no question can find out a secret letter by letter.
 */
export function createRedactedRecordings(port: RecordingsPort, ports: TimelinePorts) {
  const queries = createQueries(ports);
  const kept = createCache<string, Kept>(KEPT);

  async function build(source: RecordingSource, summary: RecordingSummary, isWanted: () => boolean): Promise<Built> {
    if (summary.total > MAX_ENTRIES) throw tooLarge(summary);
    const header = source.header();
    const entries = () => first(source.entries(0), summary.total); // both passes read the same entries
    const redactor = createRedactor(header, (seq) => {
      for (const entry of source.entries(seq)) return entry;
      return undefined;
    });
    let bytes = 0;
    const learn = (entry: Entry) => {
      if (entry.kind !== 'event') bytes += entry.bytes.length;
      if (bytes > MAX_BYTES) throw tooLarge(summary);
      redactor.learn(entry);
    };
    const visit = async (each: (entry: Entry) => void) => {
      if (!(await visitInSlices(entries(), each, ports, isWanted))) throw new CancelledError('the call was cancelled');
    };
    await visit(learn);
    const memory = createMemory(redactor.header(header));
    await visit((entry) => memory.apply([redactor.entry(entry)]));
    const copy = summary.state === 'live' ? memory.soFar() : memory.finish();
    return { redactor, source: memorySource(copy, keyOf(source, summary)) };
  }

  /** Builds a copy, or takes the kept one if nothing was recorded since. */
  async function copyOf(source: RecordingSource, summary: RecordingSummary, isWanted: () => boolean): Promise<Built> {
    const key = keyOf(source, summary);
    const found = kept.getOrMake(key, start);
    found.wanted.add(isWanted);
    try {
      return await found.built;
    } catch (cause) {
      kept.deleteValue(key, found); // so that the next request starts anew
      throw cause;
    } finally {
      found.wanted.delete(isWanted);
    }

    function start(): Kept {
      const wanted = new Set([isWanted]);
      return { wanted, built: build(source, summary, () => [...wanted].some((ask) => ask())) };
    }
  }

  /** @throws {AcptapError} `recording-not-found` if it was removed. {TooLargeRecordingError}, {CancelledError} */
  async function open(id: string, isWanted: () => boolean): Promise<RedactedRecording> {
    const source = port.source(id);
    const stored = source?.summary();
    if (!source || !stored) throw new AcptapError('recording-not-found', `recording ${id} was removed`);
    const { redactor, source: copy } = await copyOf(source, stored, isWanted);
    const folded = copy.summary() ?? stored;
    const { state, endedAt, exit, size, pinned, unfinished } = stored;
    const mask = (text: string) => maskText(redactor, text, stored.total);
    const summary = {
      ...folded,
      state,
      endedAt,
      exit,
      size,
      pinned,
      ...(unfinished ? { unfinished: unfinished.map((each) => ({ ...each, beginning: mask(each.beginning) })) } : {}),
    };
    return { summary, queries: queries.of(copy) };
  }

  return {
    /** Newest first, as ids. */
    ids: (): readonly string[] => port.recordings().map(({ id }) => id),
    /** A part of the list, newest first. */
    list: (from: number, count: number): readonly RecordingSummary[] =>
      port
        .recordings()
        .slice(from, from + count)
        .map((summary) => maskSummary(port, summary)),
    others: port.others,
    /**
     * The recording of a REF. @throws {AcptapError} `recording-not-found`, `recording-ambiguous`.
     * {TooLargeRecordingError}, {CancelledError}
     */
    find: (ref: string, isWanted: () => boolean): Promise<RedactedRecording> =>
      open(findRef(ref, port.recordings(), port.others()).id, isWanted),
    compare: queries.compare,
  };
}

const tooLarge = ({ id, total }: RecordingSummary) =>
  new TooLargeRecordingError(
    `recording ${id} is too large to be masked here: ${total} entries (the most are ${MAX_ENTRIES}, or ${MAX_BYTES / 1e6} MB). In a terminal, acptap show ${id} --filter FILTER and acptap search read it`,
  );

const keyOf = ({ key }: RecordingSource, { total, state }: RecordingSummary) => `${key} ${total} ${state}`;

function* first<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  if (left === 0) return;
  for (const item of items) {
    yield item;
    left -= 1;
    if (left === 0) return;
  }
}

/** Masks a text of the agent or the client, as if it were the entry `seq`. */
function maskText(redactor: Redactor, text: string, seq: number): string {
  const entry: Entry = {
    kind: 'stderr',
    seq: seqOf(seq),
    elapsed: elapsedUs(0),
    from: 'stderr',
    bytes: encodeUtf8(text),
  };
  const masked = redactor.entry(entry);
  return masked.kind === 'event' ? '' : new TextDecoder().decode(masked.bytes);
}

/**
 * Masks a summary without reading its frames: secrets that the header identifies, and secrets of a known form. Leaves
 * out the beginnings of unfinished lines.
 */
function maskSummary(port: RecordingsPort, summary: RecordingSummary): RecordingSummary {
  const header = port.source(summary.id)?.header();
  if (!header) return summary;
  const redactor = createRedactor(header);
  const { name = null, command, cwd, comments = [] } = redactor.header(header);
  const mask = (text: string) => maskText(redactor, text, summary.total);
  const about = (peer: RecordingSummary['agent']) =>
    peer && {
      name: mask(peer.name),
      title: peer.title === null ? null : mask(peer.title),
      version: peer.version === null ? null : mask(peer.version),
    };
  const waiting = summary.waiting.map((open) => ({ ...open, method: mask(open.method) }));
  const unfinished = summary.unfinished?.map((line) => ({ ...line, beginning: 'show_entries shows its beginning' }));
  return {
    ...summary,
    name: name || null,
    command,
    cwd,
    comments,
    agent: about(summary.agent),
    client: about(summary.client),
    waiting,
    ...(unfinished ? { unfinished } : {}),
  };
}
