import { withChange } from '#core/fold/row-sent.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { GroupedRow } from '#core/rows/timeline-source.ts';
import type { Connection } from '../connection/open.ts';
import { createDeliveryReader } from '../tables/deliveries.ts';
import { keyRange, entryKey, seqOfKey } from '../connection/entry-key.ts';
import { groupFindings, selectRows, toRow, type RowRecord } from '../tables/entry-rows.ts';

/** Reads entries as rows of lists. */
export function createRowReader(connection: Connection) {
  const between = connection.prepare(selectRows('e.place BETWEEN @first AND @last'));
  const among = connection.prepare(selectRows('e.place IN (SELECT @base + value FROM json_each(@seqs))'));
  const findingsBetween = connection.prepare(
    `SELECT seq, rule, grade FROM finding WHERE recording = ? AND seq BETWEEN ? AND ? ORDER BY no`,
  );
  const findingsAmong = connection.prepare(`
    SELECT seq, rule, grade FROM finding
    WHERE recording = ? AND seq IN (SELECT value FROM json_each(?)) ORDER BY no`);

  const deliveries = createDeliveryReader(connection);

  type FindingRecords = Parameters<typeof groupFindings>[0];

  function recordsBetween(no: number, from: number, to: number): GroupedRow[] {
    const [first, last] = keyRange(no, from, to);
    const found = groupFindings(findingsBetween.all(no, from, to) as FindingRecords);
    const records = between.all({ base: entryKey(no, 0), first, last }) as RowRecord[];
    const sent = deliveries.between(no, from, to);
    return records.map((record) => ({
      row: toRow(record, found, sent.get(seqOfKey(record.place))),
      group: record.grp,
    }));
  }

  const withChanges = (no: number, records: readonly GroupedRow[]) =>
    records.map(({ row, group }) => ({ row: withChange(row, (seq) => deliveries.changeAt(no, seq)), group }));

  return {
    between: (no: number, from: number, to: number): readonly EntryRow[] =>
      recordsBetween(no, from, to).map(({ row }) => row),
    /** The same, with the first changed value of frames that acptap changed. */
    withChangesBetween: (no: number, from: number, to: number): readonly EntryRow[] =>
      withChanges(no, recordsBetween(no, from, to)).map(({ row }) => row),
    /** Rows of some entries, in ascending order. */
    grouped(no: number, seqs: readonly number[]): readonly GroupedRow[] {
      const [first, last] = [seqs[0], seqs.at(-1)];
      if (first === undefined || last === undefined) return [];
      if (last - first === seqs.length - 1) return withChanges(no, recordsBetween(no, first, last));
      const list = JSON.stringify(seqs);
      const found = groupFindings(findingsAmong.all(no, list) as FindingRecords);
      const records = among.all({ base: entryKey(no, 0), seqs: list }) as RowRecord[];
      const sent = deliveries.among(no, list);
      const grouped = records.map((record) => ({
        row: toRow(record, found, sent.get(seqOfKey(record.place))),
        group: record.grp,
      }));
      return withChanges(no, grouped);
    },
  };
}

export type RowReader = ReturnType<typeof createRowReader>;
