import type { Filter } from '#core/filter/filter.ts';
import { wildcard } from '#core/filter/wildcard.ts';
import { testMarks } from './block-filter.ts';
import { isAlwaysMet, MAX_VALUES, needsOf, type Needs } from './block-needs.ts';
import { BLOCK, entryKey, keyRange, seqOfKey } from '../connection/entry-key.ts';
import type { Connection } from '../connection/open.ts';

/** Entries from `from` up to `to` (not included). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the next entries that may match, within `from` and `to`. An empty span: none may match before its end. */
export type NextSpan = (from: number, to: number) => Span;

/** Blocks looked at in one go: a few milliseconds. */
const PORTION = 512;

interface BlockRecord {
  readonly place: number;
  readonly since: number;
  readonly until: number;
  readonly filter: Uint8Array;
}

/** Reads the search index. Entries that are not in it may always match. */
export function createBlockReader(connection: Connection) {
  const blocksBetween = connection.prepare(
    `SELECT place, since, until, filter FROM block WHERE place BETWEEN ? AND ? ORDER BY place`,
  );
  const blocksWithFindings = connection
    .prepare(`SELECT DISTINCT seq / ${BLOCK} FROM finding WHERE recording = ? AND seq BETWEEN ? AND ?`)
    .pluck();
  const anyBlock = connection.prepare(`SELECT 1 FROM block WHERE place BETWEEN ? AND ? LIMIT 1`).pluck();
  const names = connection.prepare(`SELECT no, text FROM name`);
  const calls = connection.prepare(`SELECT no, id, title FROM tool_call WHERE recording = ?`);

  function matching(records: Iterable<unknown>, pattern: string): readonly number[] | undefined {
    const holds = wildcard(pattern);
    const found: number[] = [];
    for (const record of records as Iterable<{ no: number; text?: string; id?: string; title?: string | null }>) {
      const { no, text, id, title } = record;
      if (![text, id, title].some((each) => typeof each === 'string' && holds(each))) continue;
      found.push(no);
      if (found.length > MAX_VALUES) return undefined;
    }
    return found;
  }

  function testOf(needs: Needs): (block: BlockRecord, findings: ReadonlySet<number>) => boolean {
    switch (needs.kind) {
      case 'all': {
        const tests = needs.of.map(testOf);
        return (block, findings) => tests.every((test) => test(block, findings));
      }
      case 'any': {
        const tests = needs.of.map(testOf);
        return (block, findings) => tests.some((test) => test(block, findings));
      }
      case 'marks': {
        const test = testMarks(needs.of);
        return ({ filter }) => test(filter);
      }
      case 'time':
        return ({ since, until }) => until >= needs.min && since < needs.below;
      case 'seq':
        return ({ place }) => seqOfKey(place) + BLOCK > needs.min && seqOfKey(place) < needs.below;
      case 'finding':
        return ({ place }, findings) => findings.has(seqOfKey(place) / BLOCK);
    }
  }

  /** Undefined if the index does not help: the filter may match anywhere, or the recording is not in the index. */
  return function nextSpan(no: number, filter: Filter): NextSpan | undefined {
    if (anyBlock.get(...keyRange(no)) === undefined) return undefined;
    const needs = needsOf(filter, {
      names: (pattern) => matching(names.iterate(), pattern),
      calls: (pattern) => matching(calls.iterate(no), pattern),
    });
    if (isAlwaysMet(needs)) return undefined;
    const test = testOf(needs);
    let first = 0;
    let mayMatch: readonly boolean[] = [];

    function read(block: number): void {
      const [from, to] = [block * BLOCK, (block + PORTION) * BLOCK - 1];
      const findings = new Set(blocksWithFindings.all(no, from, to) as number[]);
      const found = Array.from({ length: PORTION }, () => true);
      for (const record of blocksBetween.iterate(entryKey(no, from), entryKey(no, to)) as Iterable<BlockRecord>)
        found[seqOfKey(record.place) / BLOCK - block] = test(record, findings);
      [first, mayMatch] = [block, found];
    }

    return (from, to) => {
      const start = Math.floor(from / BLOCK);
      if (start < first || start >= first + mayMatch.length) read(start);
      const end = first + mayMatch.length;
      let begin = start;
      while (begin < end && mayMatch[begin - first] === false) begin += 1;
      let stop = begin;
      while (stop < end && mayMatch[stop - first] === true) stop += 1;
      const [least, below] = [Math.max(from, begin * BLOCK), stop * BLOCK];
      return { from: Math.min(least, to), to: Math.min(below, to) };
    };
  };
}
