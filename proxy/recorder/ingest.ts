import { renameSync, rmSync } from 'node:fs';
import { createFold } from '#core/fold/fold.ts';
import { createStoredStats } from '#core/info/stored-stats.ts';
import { epochMs } from '#core/units.ts';
import { MAX_FRAME_BYTES } from '#core/wire/cut-frames.ts';
import { sizeOf, type Entry, type Stream } from '#core/wire/entry.ts';
import { exitOf, type Exit } from '#core/wire/exit.ts';
import { isAlive } from '../shim/process-identity.ts';
import { DamagedSpool, type LostRecords, type SpoolRecord } from '../shim/spool-format.ts';
import type { Ending } from '../store/append.ts';
import { createLargeFrames } from '../store/large-frames.ts';
import type { Store } from '../store/store.ts';
import { createAssembler, type Next } from './assemble.ts';
import { refoldOne } from './refold.ts';
import type { SpoolReader } from './spool-reader.ts';

/**
 * `more`: call again. `idle`: the database has everything so far. `ended`: nothing follows, the spool can be removed.
 */
export type Progress = 'more' | 'idle' | 'ended';

/** How long damage may last while the shim runs, because the shim replaces a file that was cut. */
const MEND_MS = 5000;

/** Stored entries folded at a time. */
const BATCH = 1000;

/**
 * Ingests a spool: chunks → entries → steps and findings → rows. Each slice is one transaction, which also moves the
 * recording's `ingested` offset, so every entry is stored exactly once. A resumed ingest folds the spool again from its
 * beginning, and writes only what follows the offset. If the spool replaces a file that was cut, it folds the stored
 * entries instead, and writes a `gap` for bytes that are in neither.
 */
export function createIngester(
  store: Store,
  reader: SpoolReader,
  fold = createFold(),
  maxFrameBytes = MAX_FRAME_BYTES,
) {
  const { header } = reader;
  const large = createLargeFrames();
  const { lost } = header;
  const newAssembler = () => createAssembler(large, maxFrameBytes, lost?.end); // more than the large frames before
  let assembler = newAssembler();
  const { apply, figures } = createStoredStats(fold.trace);
  const begun = store.write.begin({
    id: header.id,
    ...(header.name === undefined ? {} : { name: header.name }),
    startedAt: epochMs(header.startedAt),
    command: header.command,
    cwd: header.cwd,
    redacted: false,
  });
  for (const recording of store.read.unfolded()) if (recording.no === begun.no) refoldOne(store, recording);
  let written = begun.ingested;
  let ended = begun.state !== 'live';
  let damage: string | undefined;
  let damagedAt: number | undefined;
  let reached = reader.start;
  let stored: Next | undefined; // follows the entries that were stored when the spool was replaced
  if (lost && !ended) resumeAfter(lost);

  function write(entries: readonly Entry[], to: number, end?: Ending): void {
    for (const entry of entries) apply(fold.apply(entry));
    if (end) fold.finish(isOrderly(end));
    const folded = { ...fold.take(), large: large.take() };
    if (to <= written && !end) return; // folded again on the way to the offset
    store.write.append(begun.no, { ...folded, from: written, to, ...(end ? { end, figures: figures() } : {}) });
    reached = written = to;
    ended = end !== undefined;
  }

  /** The next records; undefined where the file is damaged, which ends the recording. */
  function readOn(isOver: boolean): readonly SpoolRecord[] | undefined {
    try {
      return reader.next(isOver);
    } catch (cause) {
      if (!(cause instanceof DamagedSpool)) throw cause;
      damage = cause.message;
      damagedAt ??= performance.now();
      if (performance.now() - damagedAt < MEND_MS) return []; // the caller knows whether the shim has ended
      interrupt();
      return undefined;
    }
  }

  /** Folds stored entries that are not folded yet. The next records of the spool follow them. */
  function foldStored(onEntry: (entry: Entry) => void): void {
    let next = assembler.next();
    for (const entry of store.read.entries(begun.no, next.seq)) {
      apply(fold.apply(entry));
      if (fold.size() >= BATCH) fold.take();
      next = { seq: entry.seq + 1, at: entry.elapsed };
      onEntry(entry);
    }
    fold.take();
    assembler = newAssembler();
    assembler.continueAt(next);
  }

  /** Resumes after records that were lost with the previous file. */
  function resumeAfter({ end, ...missing }: LostRecords): void {
    foldStored((entry) => {
      const { of, bytes } = passage(entry);
      if (of !== undefined) missing[of] -= bytes;
    });
    if (written < end) {
      const gaps = streams.filter((of) => missing[of] > 0).map((of) => assembler.gap(of, missing[of]));
      write(gaps, end);
    }
    stored = assembler.next();
  }

  /** `diedAt`: when the shim's end was noticed, in milliseconds since the epoch; undefined if unknown. */
  function interrupt(diedAt?: number): void {
    if (ended) return;
    if (reached < written) {
      damage ??= `it was cut before offset ${written}`;
      foldStored(() => {});
    }
    const when = diedAt === undefined ? 0 : Math.max(0, diedAt - header.startedAt) * 1000;
    const entries = assembler.interrupt(
      when,
      damage === undefined ? undefined : { event: 'damaged', message: `the spool file is damaged, ${damage}` },
    );
    write(entries, written, endingAt('interrupted', undefined));
  }

  /** Continues after records whose entries are stored and folded already. */
  function forget(next: Next): void {
    large.take();
    assembler.continueAt(next);
  }

  const endingAt = (state: Ending['state'], exit: Exit | undefined): Ending => ({
    state,
    endedAt: header.startedAt + Math.round(assembler.lastAt() / 1000),
    exit,
  });

  return {
    no: begun.no,

    /**
     * Ingests the next slice. `isOver`: the shim has ended, so slices may be larger.
     * @throws {Overtaken} when another process did; SQLite's errors when it fails.
     */
    advance(isOver = false): Progress {
      if (ended) return 'ended';
      const records = readOn(isOver);
      if (!records) return 'ended';
      const last = records.at(-1);
      if (!last) return 'idle';
      // Stored records are folded separately, so that a slice is written whole or not at all.
      const known = records.filter(({ end }) => end <= written);
      if (known.length > 0) {
        reached = known.at(-1)?.end ?? reached;
        const entries = known.flatMap(assembler.apply);
        if (stored) forget(stored);
        else write(entries, reached);
      }
      const fresh = records.slice(known.length);
      if (fresh.length === 0) return 'more';
      const entries = fresh.flatMap(assembler.apply);
      const exit = entries.map(exitOf).findLast((found) => found !== undefined);
      write(entries, last.end, exit ? endingAt('ended', exit) : undefined);
      return ended ? 'ended' : 'more';
    },

    /** Ends the recording of a killed shim where its bytes end. Call when idle. */
    interrupt,

    /** Removes a completely ingested spool; moves a damaged one aside, for a tool that can read more of it. */
    disposeOf(path: string): void {
      if (damage !== undefined) renameSync(path, `${path}.damaged`);
      else rmSync(path, { force: true }); // the previous ingester may have removed it
    },

    /** Where and how the spool is damaged; undefined for an intact spool. */
    damage: (): string | undefined => (ended ? damage : undefined),
    /** True while the shim that writes this spool runs. */
    isLive: (): boolean => isAlive(header.shim),
  };
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

const isOrderly = ({ state, exit }: Ending): boolean => state === 'ended' && exit?.signal === null;
