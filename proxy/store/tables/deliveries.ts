import { changeBetween } from '#core/fold/frame-change.ts';
import { sumInterventions } from '#core/fold/interventions.ts';
import type { FrameChange, Interventions } from '#core/model/row.ts';
import { elapsedUs } from '#core/units.ts';
import type { Sent, Why } from '#core/wire/entry.ts';
import { entryKey, integer } from '../connection/entry-key.ts';
import type { Connection } from '../connection/open.ts';

interface DeliveryRow {
  readonly seq: number;
  readonly at: number | null;
  readonly bytes: Uint8Array | null;
  readonly why: string | null;
}

interface TouchedRow {
  readonly grp: number;
  readonly is_lost: 0 | 1;
  readonly why: string | null;
  readonly count: number;
  readonly changed: number;
  readonly first_changed: number | null;
}

/** A group, and its first and last entry. */
interface GroupRange {
  readonly no: number;
  readonly first: number;
  readonly last: number;
}

/** SQL condition on `delivery d`: acptap did not just pass the frame on. */
export const TOUCHED = '(d.why IS NOT NULL OR d.at IS NULL)';

/** Writes the deliveries of frames. */
export function createDeliveryWriter(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO delivery (recording, seq, at, bytes, why) VALUES (?, ?, ?, ?, ?)`);
  return (no: number, seq: number, { elapsed, bytes, why }: Sent): void =>
    void insert.run(no, seq, elapsed ?? null, bytes ?? null, why.length > 0 ? JSON.stringify(why) : null);
}

/** Reads the deliveries of frames. */
export function createDeliveryReader(connection: Connection) {
  const between = connection.prepare(
    `SELECT seq, at, bytes, why FROM delivery WHERE recording = ? AND seq BETWEEN ? AND ?`,
  );
  const among = connection.prepare(
    `SELECT seq, at, bytes, why FROM delivery WHERE recording = ? AND seq IN (SELECT value FROM json_each(?))`,
  );
  const touched = connection.prepare(`
    SELECT m.grp, d.at IS NULL AS is_lost, d.why, count(*) AS count,
      count(d.bytes) AS changed, min(CASE WHEN d.bytes IS NOT NULL THEN d.seq END) AS first_changed
    FROM delivery d JOIN message m ON m.place = @base + d.seq
    WHERE d.recording = ${integer('@no')} AND d.seq BETWEEN ${integer('@first')} AND ${integer('@last')} AND ${TOUCHED}
      AND m.grp IN (SELECT value FROM json_each(@groups))
    GROUP BY 1, 2, 3`);
  const changed = connection.prepare(`
    SELECT e.bytes AS received, d.bytes AS delivered
    FROM delivery d JOIN entry e ON e.place = @base + d.seq
    WHERE d.recording = @no AND d.seq = @seq AND d.bytes IS NOT NULL`);
  const any = connection.prepare(`SELECT EXISTS (SELECT 1 FROM delivery WHERE recording = ?)`).pluck();

  /** The first changed value of an entry; undefined if nothing was changed. */
  function changeAt(no: number, seq: number): FrameChange | undefined {
    const both = changed.get({ no, base: entryKey(no, 0), seq }) as
      | { readonly received: Uint8Array; readonly delivered: Uint8Array }
      | undefined;
    return both && changeBetween(both.received, both.delivered);
  }

  return {
    changeAt,
    /** The deliveries of the entries `from` … `to`, by seq. */
    between: (no: number, from: number, to: number) => bySeq(between.all(no, from, to) as DeliveryRow[]),
    /** The same for some entries: `seqs` is a JSON array. */
    among: (no: number, seqs: string) => bySeq(among.all(no, seqs) as DeliveryRow[]),
    /** The interventions on the frames of some groups, by the numbers of these groups. */
    inGroups(no: number, groups: readonly GroupRange[]): ReadonlyMap<number, Interventions> {
      if (groups.length === 0) return new Map();
      const rows = touched.all({
        no,
        base: entryKey(no, 0),
        first: Math.min(...groups.map(({ first }) => first)),
        last: Math.max(...groups.map(({ last }) => last)),
        groups: JSON.stringify(groups.map((group) => group.no)),
      }) as TouchedRow[];
      return new Map(
        [...Map.groupBy(rows, ({ grp }) => grp)].flatMap(([grp, some]) => {
          const sum = sumInterventions(
            some.map(({ is_lost, why, first_changed: firstChanged, ...counts }) => ({
              ...counts,
              isLost: is_lost === 1,
              why: toWhys(why),
              firstChanged,
            })),
            (seq) => changeAt(no, seq),
          );
          return sum ? [[grp, sum] as const] : [];
        }),
      );
    },
    /** True if the recording has deliveries: then it was made frame by frame. */
    any: (no: number): boolean => any.get(no) === 1,
  };
}

const bySeq = (rows: readonly DeliveryRow[]): ReadonlyMap<number, Sent> =>
  new Map(rows.map((row) => [row.seq, toSent(row)]));

const toSent = ({ at, bytes, why }: DeliveryRow): Sent => ({
  ...(at === null ? {} : { elapsed: elapsedUs(at) }),
  ...(bytes === null ? {} : { bytes: new Uint8Array(bytes) }),
  why: toWhys(why),
});

const toWhys = (why: string | null): readonly Why[] => (why === null ? [] : (JSON.parse(why) as Why[])); // written above
