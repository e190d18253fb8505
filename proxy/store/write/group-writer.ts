import type { GroupState } from '#core/grouping/groups.ts';
import type { NameNumbers } from '../tables/name-numbers.ts';
import type { Connection } from '../connection/open.ts';
import { GROUP_KINDS, entryKey } from '../connection/entry-key.ts';

/** Writes the current groups. Findings are counted when they are written. */
export function createGroupWriter(connection: Connection, names: NameNumbers) {
  const upsert = connection.prepare(`
    INSERT INTO grp (place, kind, level, parent, turn, session, title, status, entries, first, last, until, human, client,
                     acptap, waits, waiting_on, waiting_since, findings, worst)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
    ON CONFLICT (place) DO UPDATE
    SET session = excluded.session, title = excluded.title, status = excluded.status, entries = excluded.entries,
        last = excluded.last, until = excluded.until, human = excluded.human, client = excluded.client,
        acptap = excluded.acptap, waits = excluded.waits,
        waiting_on = excluded.waiting_on, waiting_since = excluded.waiting_since`);

  return (no: number, group: GroupState): void => {
    const waits = group.waited.waits();
    const waiting = group.until === undefined ? group.waited.waiting() : null;
    upsert.run(
      entryKey(no, group.no),
      GROUP_KINDS.indexOf(group.kind),
      group.level,
      group.parent?.no ?? null,
      group.turn ?? null,
      names.numberOf(group.session),
      group.title ?? null,
      group.status ?? null,
      group.entries,
      group.first,
      group.last,
      group.until ?? null,
      group.waited.human(),
      group.waited.client(),
      group.waited.acptap(),
      waits.length > 0 ? JSON.stringify(waits) : null,
      waiting?.on ?? null,
      waiting?.since ?? null,
    );
  };
}
