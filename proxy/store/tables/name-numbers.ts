import { setNewest } from '#core/set-newest.ts';
import type { Connection } from '../connection/open.ts';

/** Numbers of names, cached until `forget`: outside a transaction another process may remove an unused name. */
export function createNameNumbers(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO name (text) VALUES (?) ON CONFLICT DO NOTHING`);
  const select = connection.prepare(`SELECT no FROM name WHERE text = ?`).pluck();
  const known = new Map<string, number>();
  return {
    numberOf(text: string | undefined): number | null {
      if (text === undefined) return null;
      const before = known.get(text);
      if (before !== undefined) return before;
      insert.run(text);
      const no = Number(select.get(text));
      setNewest(known, text, no, 10_000); // session ids are unlimited
      return no;
    },
    forget: () => known.clear(),
  };
}

export type NameNumbers = ReturnType<typeof createNameNumbers>;
