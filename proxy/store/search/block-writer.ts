import { factsOf, type FactRecord } from './block-facts.ts';
import { createMarkCollector, marksOfFact } from './block-filter.ts';
import { BLOCK, entryKey, keyRange } from '../connection/entry-key.ts';
import { summaryOf } from '../tables/entry-rows.ts';
import { CALL_NUMBER, FILTER_TABLES } from '../tables/filter-tables.ts';
import type { Connection } from '../connection/open.ts';
import { errorCode } from '../connection/store-error.ts';
import { ANSWERED } from './text-search-sql.ts';

interface Unindexed {
  readonly no: number;
  readonly id: string;
  readonly total: number;
  readonly revision: number;
}

interface IndexRecord extends FactRecord {
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly method_text: string | null;
  readonly answered: string | null;
  readonly tool_title: string | null;
  readonly summary: string | null;
}

interface Block {
  readonly place: number;
  readonly since: number;
  readonly until: number;
  readonly filter: Uint8Array;
}

/** Blocks written in one transaction, which takes a few milliseconds. */
const AT_ONCE = 16;

/** An ended recording whose last block is missing. */
const UNINDEXED = `
  FROM recording r JOIN digest d ON d.recording = r.no
  WHERE r.state <> 'live' AND r.importer IS NULL AND d.total > 0
    AND NOT EXISTS (SELECT 1 FROM block WHERE place = (r.no << 32) + (d.total - 1) / ${BLOCK} * ${BLOCK})`;

/** Builds the search index of ended recordings. Their entries no longer change, so blocks are written once. */
export function createBlockWriter(connection: Connection) {
  const nextUnindexed = connection.prepare(
    `SELECT r.no, r.id, d.total, d.revision ${UNINDEXED}
     AND r.no NOT IN (SELECT value FROM json_each(?)) ORDER BY r.no DESC LIMIT 1`,
  );
  const unindexed = connection.prepare(`SELECT coalesce(sum(d.total), 0) ${UNINDEXED}`).pluck();
  const isUnchanged = connection
    .prepare(`SELECT 1 ${UNINDEXED} AND r.no = @no AND r.id = @id AND d.total = @total AND d.revision = @revision`)
    .pluck();
  const lastBlock = connection.prepare(`SELECT max(place) FROM block WHERE place BETWEEN ? AND ?`).pluck();
  const entries = connection.prepare(`
    SELECT e.at, e.origin, e.bytes, m.kind, m.method, m.session, m.variant, m.status, m.turn, m.rpc_id, m.summary,
           ${CALL_NUMBER} AS call, (SELECT text FROM name WHERE no = m.method) AS method_text, ${ANSWERED} AS answered,
           tool_call.title AS tool_title, abs(e.at - other.at) AS duration,
           coalesce((SELECT cut.bytes FROM cut WHERE cut.recording = e.recording AND cut.seq = e.seq), length(e.bytes)) AS size
    ${FILTER_TABLES} WHERE m.place BETWEEN ? AND ? ORDER BY m.place`);
  const insert = connection.prepare(
    `INSERT OR REPLACE INTO block (place, since, until, filter) VALUES (@place, @since, @until, @filter)`,
  );

  const write = connection.transaction((recording: Unindexed, blocks: readonly Block[]): void => {
    if (isUnchanged.get(recording) === undefined) return; // removed or folded again meanwhile
    for (const block of blocks) insert.run(block);
  });

  const damaged: number[] = [];
  let collector: ReturnType<typeof createMarkCollector> | undefined;
  function readBlock(no: number, from: number): Block {
    collector ??= createMarkCollector();
    const { addBytes, addText, add, take } = collector;
    const texts = new Set<string>();
    const facts = new Set<string>();
    let [since, until] = [Infinity, 0];
    const records = entries.iterate(...keyRange(no, from, from + BLOCK - 1)) as Iterable<IndexRecord>;
    for (const record of records) {
      const { at, bytes, origin, method_text: method, answered, tool_title, summary } = record;
      [since, until] = [Math.min(since, at), Math.max(until, at)];
      addBytes(bytes);
      if (method !== null) texts.add(method);
      texts.add(summary ?? summaryOf({ origin, bytes, method: answered, tool_title }));
      for (const fact of factsOf(record)) facts.add(fact);
    }
    for (const text of texts) addText(text);
    for (const fact of facts) for (const mark of marksOfFact(fact)) add(mark);
    return { place: entryKey(no, from), since: Math.min(since, until), until, filter: take() };
  }

  function extendOf(recording: Unindexed): void {
    const { no, total } = recording;
    const last = lastBlock.get(...keyRange(no)) as number | null;
    const from = last === null ? 0 : last - entryKey(no, 0) + BLOCK;
    const blocks: Block[] = [];
    for (let at = from; at < total && blocks.length < AT_ONCE; at += BLOCK) blocks.push(readBlock(no, at));
    write.immediate(recording, blocks);
  }

  return {
    /** Counts the entries of ended recordings that are not completely in the index. */
    missing: (): number => Number(unindexed.get()),
    /** The number of recordings that `extend` has skipped because the database is damaged at their entries. */
    skipped: (): number => damaged.length,
    /** Adds some blocks. Returns false when all readable recordings are in the index. Takes some ten milliseconds. */
    extend(): boolean {
      const recording = nextUnindexed.get(JSON.stringify(damaged)) as Unindexed | undefined;
      if (!recording) return false;
      try {
        extendOf(recording);
      } catch (error) {
        if (!errorCode(error)?.startsWith('SQLITE_CORRUPT')) throw error;
        damaged.push(recording.no);
      }
      return true;
    },
  };
}

export type BlockWriter = ReturnType<typeof createBlockWriter>;
