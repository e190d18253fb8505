import type { AxisChange } from '#core/grouping/axis.ts';
import type { Traffic } from '#core/grouping/histogram.ts';
import { NO_FACTS, type AxisFacts } from '#core/model/axis.ts';
import type { Connection } from '../connection/open.ts';

/** Writes the changed parts of a recording's time axis. */
export function createAxisWriter(connection: Connection) {
  const writeFacts = connection.prepare(`
    INSERT INTO axis (recording, facts) VALUES (?, ?) ON CONFLICT (recording) DO UPDATE SET facts = excluded.facts`);
  const writeTraffic = connection.prepare(`
    INSERT INTO axis (recording, facts, traffic) VALUES (?, ?, ?)
    ON CONFLICT (recording) DO UPDATE SET traffic = excluded.traffic`);

  return (no: number, { facts, traffic }: AxisChange): void => {
    if (facts) writeFacts.run(no, JSON.stringify(facts));
    if (traffic) writeTraffic.run(no, JSON.stringify(facts ?? NO_FACTS), JSON.stringify(traffic));
  };
}

/** Reads the time axis of a recording. */
export function createAxisReader(connection: Connection) {
  const select = connection.prepare(`SELECT facts, traffic FROM axis WHERE recording = ?`);

  return (no: number): { readonly facts: AxisFacts; readonly traffic: Traffic | undefined } => {
    const row = select.get(no) as { readonly facts: string; readonly traffic: string | null } | undefined;
    return {
      facts: row ? (JSON.parse(row.facts) as AxisFacts) : NO_FACTS, // written above
      traffic: row?.traffic ? (JSON.parse(row.traffic) as Traffic) : undefined,
    };
  };
}
