import { createCache } from '#core/cache.ts';
import { MAX_TURNS, type TurnRow } from '#core/model/group.ts';
import type { TimedFinding, GroupedRow, GroupFacts, Match, LaneCount, Progress } from '#core/rows/timeline-source.ts';
import { createAxisReader } from '../tables/axis-rows.ts';
import { createDeliveryReader, TOUCHED } from '../tables/deliveries.ts';
import { selectGroups, toGroup, withInterventions, type GroupRecord } from './group-rows.ts';
import { FILTER_TABLES, TOOL_CALL_KIND } from '../tables/filter-tables.ts';
import type { Connection } from '../connection/open.ts';
import { keyRange, ORIGINS, entryKey, seqOfKey } from '../connection/entry-key.ts';
import type { RowReader } from './row-reader.ts';

/** A condition on the tables of `FILTER_TABLES`, with its parameters. */
export interface Condition {
  readonly where: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** How many entries may come between a frame and its late delivery: `amendedSince` looks back this far. */
const WAITING = 1000;

/** Reads the timeline. Statements over many entries take a range, so that the caller can let other work run between. */
export function createTimelineReader(connection: Connection, rows: RowReader) {
  const digest = connection.prepare(`SELECT total, revision FROM digest WHERE recording = ?`);
  const lastGroup = connection.prepare(`SELECT max(place) FROM grp WHERE place BETWEEN ? AND ?`).pluck();
  const lastTime = connection
    .prepare(`SELECT at FROM entry WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1`)
    .pluck();
  const groupsBetween = connection.prepare(selectGroups('g.place BETWEEN @first AND @last'));
  const groupsAmong = connection.prepare(selectGroups('g.place IN (SELECT @base + value FROM json_each(@nos))'));
  const groupOf = connection.prepare(`SELECT grp FROM message WHERE place = ?`).pluck();
  const parents = connection
    .prepare(`SELECT parent FROM grp WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?`)
    .pluck();
  const members = connection
    .prepare(`
    SELECT m.place - @base FROM grp g JOIN message m ON m.place BETWEEN @base + max(g.first, @from) AND @base + g.last AND m.grp = @no
    WHERE g.place = @base + @no ORDER BY m.place`)
    .pluck();
  const amendedSince = connection
    .prepare(`
    SELECT pair AS seq FROM message WHERE place BETWEEN @from AND @last AND pair < @from - @base
    UNION
    SELECT seq FROM finding WHERE recording = @no AND no > @finding AND seq < @from - @base
    UNION
    SELECT m.place - @base FROM tool_call t JOIN message m ON m.place BETWEEN @base + t.opened AND @from - 1 AND m.tool_call = t.no
    WHERE t.recording = @no AND t.updated >= @from - @base
    UNION
    SELECT m.place - @base FROM tool_call t
    JOIN message f ON f.place = @base + t.opened
    JOIN grp g ON g.place = @base + f.grp AND g.first = t.opened AND g.kind = ${TOOL_CALL_KIND}
    JOIN message m ON m.place BETWEEN f.place AND min(@base + g.last, @from - 1) AND m.grp = f.grp AND m.tool_call IS NULL
    WHERE t.recording = @no AND t.updated >= @from - @base
    UNION
    SELECT d.seq FROM delivery d
    WHERE d.recording = @no AND d.seq BETWEEN @from - @base - ${WAITING} AND @from - @base - 1 AND ${TOUCHED}`)
    .pluck();
  const lastFinding = connection.prepare(`SELECT max(no) FROM finding WHERE recording = ?`).pluck();
  const passed = connection.prepare(`
    SELECT at / CAST(@width AS INTEGER) * CAST(@width AS INTEGER) AS at, origin, count(*) AS count, min(place) AS place FROM entry
    WHERE place BETWEEN @first AND @last GROUP BY 1, 2`);
  const passedAmong = connection.prepare(`
    SELECT at / CAST(@width AS INTEGER) * CAST(@width AS INTEGER) AS at, origin, count(*) AS count, min(place) AS place FROM entry
    WHERE place IN (SELECT @base + value FROM json_each(@seqs)) GROUP BY 1, 2`);
  const foundAfter = connection.prepare(`
    SELECT f.no, f.seq, f.grade, e.at FROM finding f JOIN entry e ON e.place = @base + f.seq
    WHERE f.recording = @no AND f.no > @after ORDER BY f.no LIMIT @count`);
  const turns = connection.prepare(`
    SELECT t.number, t.session, m.grp AS "group", t.started AS first, t.ended AS last, e.at AS t, o.at AS until, t.outcome
    FROM turn t
    JOIN message m ON m.place = @base + t.started
    JOIN entry e ON e.place = @base + t.started
    LEFT JOIN entry o ON o.place = @base + t.ended
    WHERE t.recording = @no AND t.started <= @to ORDER BY t.number DESC LIMIT ${MAX_TURNS}`);

  const deliveries = createDeliveryReader(connection);
  const base = (no: number) => entryKey(no, 0);
  const conditions = createCache<string, ReturnType<typeof connection.prepare>>(32);

  /** Filters are typed letter by letter, so only the latest statements are kept. */
  function prepared(where: string, select: string) {
    const sql = `${select} ${FILTER_TABLES} WHERE m.place BETWEEN @first AND @last AND (${where})`;
    return conditions.getOrMake(sql, () => connection.prepare(sql));
  }

  return {
    /** Undefined for a missing recording. Takes microseconds. */
    progress(no: number): Progress | undefined {
      return digest.get(no) as Progress | undefined;
    },
    groupCount(no: number): number {
      const last = lastGroup.get(...keyRange(no)) as number | null;
      return last === null ? 0 : last - base(no) + 1;
    },
    /** Time of the last entry; 0 without entries. */
    duration: (no: number): number => Number(lastTime.get(...keyRange(no)) ?? 0),
    /** Runs several reads on one state of the database. */
    atOnce: <Result>(read: () => Result): Result => connection.transaction(read)(),

    groups(no: number, nos: readonly number[]): readonly GroupFacts[] {
      const [first, last] = [nos[0], nos.at(-1)];
      if (first === undefined || last === undefined) return [];
      const records =
        last - first === nos.length - 1
          ? groupsBetween.all({ base: base(no), first: base(no) + first, last: base(no) + last })
          : groupsAmong.all({ base: base(no), nos: JSON.stringify(nos) });
      const groups = (records as GroupRecord[]).map((record) => toGroup(record, base(no)));
      const touched = deliveries.inGroups(no, groups);
      return groups.map((group) => withInterventions(group, touched.get(group.no)));
    },
    /** Rows of some entries, in ascending order. */
    rows: (no: number, seqs: readonly number[]): readonly GroupedRow[] => rows.grouped(no, seqs),
    groupOf: (no: number, seq: number): number | undefined => groupOf.get(base(no) + seq) as number | undefined,
    /** The parents of at most `count` groups from `from` on. */
    parents: (no: number, from: number, count: number): readonly (number | null)[] =>
      parents.all(base(no) + from, keyRange(no)[1], count) as (number | null)[],
    /** The entries of a group from `from` on, in order. */
    members: (no: number, group: number, from: number): readonly number[] =>
      members.all({ base: base(no), no: group, from }) as number[],

    /** Matching entries from `from` up to `to` (not included), in order, with their groups. */
    matches(no: number, { where, parameters }: Condition, from: number, to: number) {
      const [first, last] = keyRange(no, from, to - 1);
      const found = prepared(where, 'SELECT m.place - @base AS seq, m.grp')
        .raw()
        .all({ ...parameters, base: base(no), first, last });
      return found as readonly Match[];
    },
    /** The same for some entries. */
    matchesAmong(no: number, { where, parameters }: Condition, seqs: readonly number[]) {
      const [first, last] = keyRange(no);
      const among = `m.place IN (SELECT @base + value FROM json_each(@seqs)) AND (${where})`;
      const found = prepared(among, 'SELECT m.place - @base AS seq, m.grp')
        .raw()
        .all({ ...parameters, base: base(no), first, last, seqs: JSON.stringify(seqs) });
      return found as readonly Match[];
    },
    /** Entries before `from` that may have changed since. */
    amendedSince: (no: number, from: number, finding: number): readonly number[] =>
      amendedSince.all({ no, base: base(no), from: base(no) + from, last: keyRange(no)[1], finding }) as number[],
    lastFinding: (no: number): number => Number(lastFinding.get(no) ?? 0),

    /**
     * Counts entries by origin and time, rounded down to `width`: of `seqs`, or from `from` up to `to` (not included).
     */
    passed(
      no: number,
      width: number,
      of: { readonly seqs: readonly number[] } | { readonly from: number; readonly to: number },
    ): readonly LaneCount[] {
      const [first, last] = 'seqs' in of ? [0, 0] : keyRange(no, of.from, of.to - 1);
      const records =
        'seqs' in of
          ? passedAmong.all({ width, base: base(no), seqs: JSON.stringify(of.seqs) })
          : passed.all({ width, first, last });
      return (records as { at: number; origin: number; count: number; place: number }[]).map((record) => ({
        at: record.at,
        from: ORIGINS[record.origin] ?? 'event',
        count: record.count,
        seq: seqOfKey(record.place),
      }));
    },
    axis: createAxisReader(connection),
    /** Findings written after the one numbered `after`, with the times of their entries. */
    foundAfter: (no: number, after: number, count: number) =>
      foundAfter.all({ no, base: base(no), after, count }) as readonly TimedFinding[],

    /** The last MAX_TURNS turns that begin up to the entry `to`, in order. */
    turns(no: number, to = Number.MAX_SAFE_INTEGER): readonly TurnRow[] {
      const found = (turns.all({ no, base: base(no), to }) as Omit<TurnRow, 'title'>[]).toReversed();
      const prompts = rows.grouped(
        no,
        found.map(({ first }) => first),
      );
      const titles = new Map(prompts.map(({ row }) => [row.seq, row.summary]));
      return found.map((turn) => ({ ...turn, title: titles.get(turn.first) ?? '' }));
    },
  };
}
