import { renameSync, rmSync } from 'node:fs';
import { createFold } from '#core/fold/fold.ts';
import { createStoredStats } from '#core/info/stored-stats.ts';
import { epochMs } from '#core/units.ts';
import { MAX_FRAME_BYTES } from '#core/wire/cut-frames.ts';
import { sizeOf, type Entry, type Stream } from '#core/wire/entry.ts';
import { exitOf, type Exit } from '#core/wire/exit.ts';
import { isAlive } from '../shim/process-identity.ts';
import { DamagedSpool, type LostRecords, type SpoolHeader, type SpoolRecord } from '../shim/spool-format.ts';
import type { RecordingEnding } from '../store/write/append.ts';
import { createLargeFrames } from '../store/tables/large-frames.ts';
import type { Store } from '../store/store.ts';
import { createAssembler, type Assembled, type Next } from './assemble.ts';
import { refoldOne } from './refold.ts';
import type { SpoolReader } from './spool-reader.ts';

/**
 * `more`: call again. `idle`: the database has everything so far. `ended`: nothing follows, the spool can be removed.
 */
export type Progress = 'more' | 'idle' | 'ended';

/** How long a damaged file may wait for a new one, in milliseconds. A running shim replaces a cut file in this time. */
const MEND_MS = 5000;

/** Stored entries folded at a time. */
const BATCH = 1000;

/**
 * Ingests a spool: chunks → entries → steps and findings → rows. Each slice is one transaction, which also moves the
 * recording's `ingested` offset, so every entry is stored exactly once. It continues where the stored entries end:
 *
 * - Nothing is stored: `write` folds and stores each record.
 * - Another ingester stopped here: `catchUp` folds the stored records again, then `write` goes on.
 * - The spool replaces a file that was cut (`lost`): `resumeAfter` folds the stored entries instead, and writes a `gap`
 *   for bytes that are in neither.
 * - The spool ends before the offset or is damaged: `interrupt` folds the stored entries, and ends the recording.
 */
export function createIngester(
  store: Store,
  reader: SpoolReader,
  fold = createFold(),
  maxFrameBytes = MAX_FRAME_BYTES,
) {
  const { header } = reader;
  const { lost } = header;
  const { no, ingested, state } = begin(store, header);
  const { apply, storedStats } = createStoredStats(fold.trace);
  const large = createLargeFrames();
  const newAssembler = () => createAssembler(large, maxFrameBytes, header);
  let assembler = newAssembler();
  /** Everything up to this offset of the spool is stored. */
  let written = ingested;
  /** Everything up to this offset is folded: less than `written` while a resumed ingest catches up. */
  let reached = reader.start;
  let isEnded = state !== 'live';
  let damage: { readonly message: string; readonly since: number } | undefined;
  /** Where the entries after the stored ones begin. Set if the stored entries were folded instead of their records. */
  let afterStored: Next | undefined;
  if (lost && !isEnded) afterStored = resumeAfter(lost);

  function foldAll(entries: readonly Assembled[]): void {
    for (const entry of entries)
      if (entry.kind === 'delivery') fold.deliver(entry);
      else if (entry.kind === 'delayed') fold.delay(entry);
      else apply(fold.apply(entry));
  }

  /** Folds entries that are not stored yet, and stores them together with the offset that they reach. */
  function write(entries: readonly Assembled[], to: number, end?: RecordingEnding): void {
    foldAll(entries);
    if (end) fold.finish(isOrderly(end));
    const folded = { ...fold.take(), large: large.take() };
    store.write.append(no, {
      ...folded,
      from: written,
      to,
      unfinished: assembler.unfinished(),
      ...(end ? { end, storedStats: storedStats() } : {}),
    });
    reached = written = to;
    isEnded = end !== undefined;
  }

  /** Folds records whose entries are stored. Only the assembler reads them if the entries are folded already. */
  function catchUp(records: readonly SpoolRecord[]): void {
    const entries = records.flatMap(assembler.apply);
    if (afterStored) assembler.continueAt(afterStored);
    else foldAll(entries);
    fold.take();
    large.take();
    reached = records.at(-1)?.end ?? reached;
  }

  /** Returns the next records; none at a damaged place. After MEND_MS there, ends the recording and returns undefined. */
  function readOn(isOver: boolean): readonly SpoolRecord[] | undefined {
    try {
      return reader.next(isOver);
    } catch (cause) {
      if (!(cause instanceof DamagedSpool)) throw cause;
      damage = { message: cause.message, since: damage?.since ?? performance.now() };
      if (performance.now() - damage.since < MEND_MS) return []; // idle: the caller interrupts if the shim has ended
      interrupt();
      return undefined;
    }
  }

  /** Folds the stored entries that are not folded yet. Returns what follows them. */
  function foldStored(onEntry: (entry: Entry) => void): Next {
    let next = assembler.next();
    for (const entry of store.read.entries(no, next.seq)) {
      foldAll([entry]);
      if (fold.size() >= BATCH) fold.take();
      next = { seq: entry.seq + 1, at: entry.elapsed };
      onEntry(entry);
    }
    fold.take();
    assembler = newAssembler();
    assembler.continueAt(next);
    return next;
  }

  /** Resumes after records that were lost with the previous file. Returns what follows the stored entries. */
  function resumeAfter({ end, ...missing }: LostRecords): Next {
    foldStored((entry) => {
      const { of, bytes } = passage(entry);
      if (of !== undefined) missing[of] -= bytes;
    });
    if (written < end) {
      const gaps = streams.filter((of) => missing[of] > 0).map((of) => assembler.gap(of, missing[of]));
      write(gaps, end);
    }
    return assembler.next();
  }

  /** `diedAt`: when the shim's end was noticed, in milliseconds since the epoch; undefined if unknown. */
  function interrupt(diedAt?: number): void {
    if (isEnded) return;
    if (reached < written) {
      damage ??= { message: `it was cut before offset ${written}`, since: performance.now() };
      foldStored(() => {});
    }
    const when = diedAt === undefined ? 0 : Math.max(0, diedAt - header.startedAt) * 1000;
    const entries = assembler.interrupt(
      when,
      damage && { event: 'damaged', message: `the spool file is damaged, ${damage.message}` },
    );
    write(entries, written, endingAt('interrupted', undefined));
  }

  const endingAt = (how: RecordingEnding['state'], exit: Exit | undefined): RecordingEnding => ({
    state: how,
    endedAt: header.startedAt + Math.round(assembler.lastAt() / 1000),
    exit,
  });

  return {
    no,

    /**
     * Ingests the next slice. `isOver`: the shim has ended, so slices may be larger.
     * @throws {OvertakenError} when another process has ingested it; SQLite's errors.
     */
    advance(isOver = false): Progress {
      if (isEnded) return 'ended';
      const records = readOn(isOver);
      if (!records) return 'ended';
      if (records.length === 0) return 'idle';
      const { stored = [], fresh = [] } = Object.groupBy(records, ({ end }) => (end <= written ? 'stored' : 'fresh'));
      if (stored.length > 0) catchUp(stored);
      const last = fresh.at(-1);
      if (!last) return 'more';
      const entries = fresh.flatMap(assembler.apply);
      const exit = entries.flatMap((entry) => (entry.kind === 'event' ? (exitOf(entry) ?? []) : [])).at(-1);
      write(entries, last.end, exit && endingAt('ended', exit));
      return isEnded ? 'ended' : 'more';
    },

    /** Ends the recording of a killed shim where its bytes end. Call when idle. */
    interrupt,

    /** Removes a completely ingested spool; moves a damaged one aside, for a tool that can read more of it. */
    disposeOf(path: string): void {
      rmSync(path.replace(/\.spool$/, '.sock'), { force: true }); // the control socket of a killed shim
      if (damage) renameSync(path, `${path}.damaged`);
      else rmSync(path, { force: true }); // the previous ingester may have removed it
    },

    /** Where and how the spool is damaged; undefined for an intact spool, and until the recording has ended. */
    damage: (): string | undefined => (isEnded ? damage?.message : undefined),
    /** True while the shim that writes this spool runs. */
    shimRuns: (): boolean => isAlive(header.shim),
  };
}

/** Returns the recording of a spool, or creates it. Folds it again if a migration has emptied its derived tables. */
function begin(store: Store, { id, name, startedAt, command, cwd }: SpoolHeader) {
  const begun = store.write.begin({
    id,
    ...(name === undefined ? {} : { name }),
    startedAt: epochMs(startedAt),
    command,
    cwd,
    redacted: false,
  });
  for (const recording of store.read.unfolded()) if (recording.no === begun.no) refoldOne(store, recording);
  return begun;
}

export type Ingester = ReturnType<typeof createIngester>;

const streams = ['client', 'agent', 'stderr'] as const;

/** The bytes of a stream that an entry contains or reports missing. */
function passage(entry: Entry): { readonly of: Stream | undefined; readonly bytes: number } {
  if (entry.kind !== 'event') return { of: entry.from, bytes: sizeOf(entry) };
  const { event, of, bytes } = entry.event as Readonly<Record<string, unknown>>;
  const isMissing = event === 'gap' || event === 'not-stored';
  return { of: isMissing ? streams.find((stream) => stream === of) : undefined, bytes: Number(bytes) };
}

const isOrderly = ({ state, exit }: RecordingEnding): boolean => state === 'ended' && exit?.signal === null;
