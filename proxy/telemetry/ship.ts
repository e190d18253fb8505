import type { RecordingEnd } from '#core/rules/engine/judge-recording.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { CollectorError, type Exporter } from './exporter.ts';
import { createShipment, type Sent, type Shipment } from './shipment.ts';
import type { TelemetryOptions } from './telemetry.ts';

/**
 * A recording that the collector does not have completely. With `--content` never a live one, because a later entry may
 * reveal a secret of an earlier one.
 */
export interface Pending {
  readonly no: number;
  readonly id: string;
  readonly end: RecordingEnd;
  /** The number of entries that the collector has. */
  readonly sent: number;
}

export interface Source {
  readonly header: RecordingHeader;
  readonly entries: (from: number) => Iterable<Entry>;
}

export interface ShipPorts {
  /** The oldest first. */
  readonly pending: () => readonly Pending[];
  /** Undefined if the recording was removed. With contents the source is redacted. */
  readonly source: (no: number) => Source | undefined;
  /** Remembers what the collector has. */
  readonly keep: (no: number, entries: number, isDone: boolean) => void;
  readonly exporter: Exporter;
  readonly isStopped: () => boolean;
}

/** Sends recordings, each from where the collector has it. */
export function createShipping(options: TelemetryOptions, ports: ShipPorts) {
  const live = new Map<string, { readonly shipment: Shipment; readonly source: Source }>();
  const total: Sent & { recordings: number } = { spans: 0, logs: 0, requests: 0, recordings: 0 };

  function begin({ no, sent }: Pending) {
    const source = ports.source(no);
    if (!source) return undefined;
    const keep = (entries: number, isDone: boolean) => ports.keep(no, entries, isDone);
    return { source, shipment: createShipment(source.header, options, sent, { ...ports, keep }) };
  }

  /** Adds what a shipment has sent, once. */
  function count({ sent }: Shipment, isDone: boolean): void {
    const counts = sent();
    for (const name of ['spans', 'logs', 'requests'] as const) {
      total[name] += counts[name];
      counts[name] = 0;
    }
    if (isDone) total.recordings += 1;
  }

  return {
    /** Sends the data collected so far. @throws {CollectorError} */
    async round(): Promise<void> {
      const pending = ports.pending();
      const ids = new Set(pending.map(({ id }) => id));
      for (const id of live.keys()) if (!ids.has(id)) live.delete(id); // it was removed
      for (const each of pending) {
        if (ports.isStopped()) return;
        const { id, end } = each;
        const open = live.get(id) ?? begin(each);
        if (!open) continue;
        live.set(id, open);
        try {
          await open.shipment.send(open.source.entries(open.shipment.next()), end);
        } finally {
          count(open.shipment, end !== 'live');
        }
        if (end !== 'live') live.delete(id);
      }
    },
    total: () => ({ ...total }),
  };
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Repeats requests until the collector takes them, with growing pauses. Does not repeat a refused request. */
export function patient(
  exporter: Exporter,
  {
    pause,
    warn,
    isStopped,
  }: { pause: (ms: number) => Promise<void>; warn: (text: string) => void; isStopped: () => boolean },
): Exporter {
  async function repeat(send: () => Promise<void>): Promise<void> {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      try {
        await send();
        if (ms > FIRST_PAUSE_MS) warn('the collector answers again');
        return;
      } catch (cause) {
        if (!(cause instanceof CollectorError) || !cause.isPassing || isStopped()) throw cause;
        if (ms === FIRST_PAUSE_MS) warn(`the collector does not answer (${cause.message}): trying again until it does`);
        await pause(ms);
      }
    }
  }

  return {
    traces: (spans) => repeat(() => exporter.traces(spans)),
    logs: (logs) => repeat(() => exporter.logs(logs)),
    metrics: (metrics) => repeat(() => exporter.metrics(metrics)),
  };
}
