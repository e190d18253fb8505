import type { Grade } from '#core/model/finding.ts';
import type { Connection } from '../connection/open.ts';
import { FIGURE_BYTES, storedSize } from './summaries.ts';

/** Unmarked recordings that no process works on. Only these are ever pruned. */
export const PRUNABLE = `
  importer IS NULL AND state <> 'live' AND pinned = 0 AND given_name IS NULL AND comments IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM entry e WHERE e.place BETWEEN recording.no << 32 AND (recording.no << 32) + 4294967295
      AND e.extra IS NOT NULL AND json_extract(e.extra, '$.comment') <> '')`;

/** A recording that pruning may remove. */
export interface Prunable {
  readonly no: number;
  readonly id: string;
  readonly name: string | null;
  readonly command: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When it ended or was imported, in milliseconds since the epoch. Its age counts from here. */
  readonly since: number;
  /** As in RecordingSummary. */
  readonly size: number;
  readonly findings: { readonly [grade in Grade]: number };
}

interface PrunableRecord {
  readonly no: number;
  readonly id: string;
  readonly name: string | null;
  readonly command: string;
  readonly started_at: number;
  readonly since: number;
  readonly bytes: number;
  readonly total: number;
  readonly figure_bytes: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
}

/** Reads the recordings that pruning may remove, the oldest first. */
export function createPrunableReader(connection: Connection) {
  const select = connection.prepare(`
    SELECT no, id, name, command, started_at, max(coalesce(ended_at, started_at), coalesce(imported_at, 0)) AS since,
           bytes, total, errors, warnings, notes, ${FIGURE_BYTES} AS figure_bytes
    FROM recording JOIN digest d ON d.recording = recording.no WHERE ${PRUNABLE} ORDER BY since, no`);
  return (): readonly Prunable[] => (select.all() as PrunableRecord[]).map(toPrunable);
}

const toPrunable = (record: PrunableRecord): Prunable => ({
  no: record.no,
  id: record.id,
  name: record.name || null,
  command: JSON.parse(record.command) as string[], // written by write.ts
  startedAt: record.started_at,
  since: record.since,
  size: storedSize(record),
  findings: { error: record.errors, warning: record.warnings, note: record.notes },
});
