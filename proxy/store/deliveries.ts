import { elapsedUs } from '#core/units.ts';
import type { Sent, Why } from '#core/wire/entry.ts';
import type { Connection } from './open.ts';

interface DeliveryRow {
  readonly seq: number;
  readonly at: number | null;
  readonly bytes: Uint8Array | null;
  readonly why: string | null;
}

/** Writes what became of frames. */
export function createDeliveryWriter(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO delivery (recording, seq, at, bytes, why) VALUES (?, ?, ?, ?, ?)`);
  return (no: number, seq: number, { elapsed, bytes, why }: Sent): void =>
    void insert.run(no, seq, elapsed ?? null, bytes ?? null, why.length > 0 ? JSON.stringify(why) : null);
}

/** Reads what became of frames. */
export function createDeliveryReader(connection: Connection) {
  const between = connection.prepare(
    `SELECT seq, at, bytes, why FROM delivery WHERE recording = ? AND seq BETWEEN ? AND ?`,
  );
  const among = connection.prepare(
    `SELECT seq, at, bytes, why FROM delivery WHERE recording = ? AND seq IN (SELECT value FROM json_each(?))`,
  );
  const any = connection.prepare(`SELECT EXISTS (SELECT 1 FROM delivery WHERE recording = ?)`).pluck();
  return {
    /** By the seq of their entries. */
    between: (no: number, from: number, to: number) => bySeq(between.all(no, from, to) as DeliveryRow[]),
    /** Of some entries: a JSON array of seq. */
    among: (no: number, seqs: string) => bySeq(among.all(no, seqs) as DeliveryRow[]),
    /** Whether the recording has any: then it was made frame by frame. */
    any: (no: number): boolean => any.get(no) === 1,
  };
}

const bySeq = (rows: readonly DeliveryRow[]): ReadonlyMap<number, Sent> =>
  new Map(rows.map((row) => [row.seq, toSent(row)]));

const toSent = ({ at, bytes, why }: DeliveryRow): Sent => ({
  ...(at === null ? {} : { elapsed: elapsedUs(at) }),
  ...(bytes === null ? {} : { bytes }),
  why: why === null ? [] : (JSON.parse(why) as Why[]), // written above
});
