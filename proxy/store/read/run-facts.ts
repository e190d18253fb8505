import type { Connection } from '../connection/open.ts';

/** The facts of a run for the comparison with another run: a small part of its stored stats. */
export interface RunFacts {
  /** The median time to the first chunk, in microseconds; null without one. */
  readonly firstChunk: number | null;
  /** Advertised capabilities, extensions included: `agent loadSession`. */
  readonly capabilities: readonly string[];
}

/** Reads the facts of ended recordings; undefined without stored stats. */
export function createRunFactsReader(connection: Connection) {
  const select = connection.prepare(`
    SELECT stats ->> '$.firstChunk.p50' AS firstChunk,
      (SELECT json_group_array((value ->> 'owner') || ' ' || (value ->> 'path')) FROM (
        SELECT value FROM json_each(info, '$.capabilities') WHERE value ->> 'advertised' = 'yes'
        UNION ALL SELECT value FROM json_each(info, '$.others') WHERE value ->> 'value' <> 'false')) AS capabilities
    FROM figures WHERE recording = ?`);
  return (no: number): RunFacts | undefined => {
    const row = select.get(no) as { readonly firstChunk: number | null; readonly capabilities: string } | undefined;
    return row && { firstChunk: row.firstChunk, capabilities: JSON.parse(row.capabilities) as string[] }; // made above
  };
}
