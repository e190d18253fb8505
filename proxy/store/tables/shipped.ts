import type { RecordingState } from '#core/model/recording-summary.ts';
import type { Exit } from '#core/wire/exit.ts';
import type { Connection } from '../connection/open.ts';

/** A recording that a collector does not have completely. */
export interface Unshipped {
  readonly no: number;
  readonly id: string;
  readonly cwd: string;
  readonly state: RecordingState;
  readonly exit: Exit | null;
  /** acptap takes part: what becomes of a frame may be known only after its entry. */
  readonly hasDeliveries: boolean;
  /** The number of its first entries that the collector has. */
  readonly sent: number;
}

type UnshippedRecord = Omit<Unshipped, 'exit' | 'hasDeliveries'> & {
  readonly exit: string | null;
  readonly deliveries: 0 | 1;
};

/** The table of how many entries `ship` has sent to each collector, the target. */
export function createShippedTable(connection: Connection) {
  const unshipped = connection.prepare(`
    SELECT r.no, r.id, r.cwd, r.state, r.exit, coalesce(s.entries, 0) AS sent,
           EXISTS (SELECT 1 FROM delivery WHERE delivery.recording = r.no) AS deliveries
    FROM recording r JOIN digest d ON d.recording = r.no LEFT JOIN shipped s ON s.recording = r.no AND s.target = ?
    WHERE r.importer IS NULL AND coalesce(s.done, 0) = 0
    ORDER BY r.started_at, r.no`);
  const keep = connection.prepare(`
    INSERT INTO shipped (recording, target, entries, done) VALUES (@no, @target, @entries, @done)
    ON CONFLICT (recording, target) DO UPDATE SET entries = @entries, done = @done`);
  const forget = connection.prepare(`DELETE FROM shipped WHERE target = ?`);

  return {
    /** The oldest first. */
    unshipped: (target: string): readonly Unshipped[] =>
      (unshipped.all(target) as UnshippedRecord[]).map(({ exit, deliveries, ...row }) => ({
        ...row,
        exit: exit === null ? null : (JSON.parse(exit) as Exit), // written by append.ts
        hasDeliveries: deliveries === 1,
      })),
    keep: (no: number, target: string, entries: number, isDone: boolean): void =>
      void keep.run({ no, target, entries, done: isDone ? 1 : 0 }),
    /** As if nothing had been sent to this target. */
    forget: (target: string): void => void forget.run(target),
  };
}

export type ShippedTable = ReturnType<typeof createShippedTable>;
