import { setImmediate as rest } from 'node:timers/promises';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { RecordingEnd } from '#core/rules/engine/judge-recording.ts';
import { hasHops } from '#core/wire/crossings.ts';
import { sizeOf, type Entry, type RecordingHeader } from '#core/wire/entry.ts';
import type { Exporter } from './exporter.ts';
import { createTelemetry, type TelemetryOptions } from './telemetry.ts';

/** Spans or logs in one request. */
const MAX_ITEMS = 512;

/** Bytes of the entries in one request with contents. Collectors refuse more than 20 MiB. */
const MAX_BYTES = 4_000_000;

/** After this many entries other work may run. */
const REST_EVERY = 1000;

export interface ShipmentPorts {
  readonly exporter: Exporter;
  /** Called when the collector has everything of the first `entries` entries, and at the end. */
  readonly keep: (entries: number, isDone: boolean) => void;
  readonly isStopped: () => boolean;
}

export interface Sent {
  spans: number;
  logs: number;
  requests: number;
}

/**
 * Sends one recording, which may still grow. The collector has the first `before` entries: they are only folded. Holds
 * at most one request, and continues only when the collector has it.
 */
export function createShipment(
  header: RecordingHeader,
  options: TelemetryOptions,
  before: number,
  { exporter, keep, isStopped }: ShipmentPorts,
) {
  const telemetry = createTelemetry(header, options);
  const spans: ReadableSpan[] = [];
  const logs: ReadableLogRecord[] = [];
  const sent: Sent = { spans: 0, logs: 0, requests: 0 };
  let bytes = 0;
  let next = 0;
  let kept = before;
  let takesPart = false; // acptap: frames may be on their way
  let hasNews = false; // spans were sent since the last metrics

  function take(): void {
    const taken = telemetry.take();
    if (next <= before) return;
    spans.push(...taken.spans);
    logs.push(...taken.logs);
  }

  async function flush(): Promise<void> {
    for (; spans.length > 0; hasNews = true) {
      const some = spans.slice(0, MAX_ITEMS);
      await exporter.traces(some);
      spans.splice(0, some.length);
      sent.spans += some.length;
      sent.requests += 1;
    }
    while (logs.length > 0) {
      const some = logs.slice(0, MAX_ITEMS);
      await exporter.logs(some);
      logs.splice(0, some.length);
      sent.logs += some.length;
      sent.requests += 1;
    }
    bytes = 0;
  }

  function remember(isDone: boolean): void {
    kept = Math.max(next, kept);
    keep(kept, isDone);
  }

  async function sendMetrics(): Promise<void> {
    if (!hasNews) return;
    const metrics = telemetry.metrics();
    if (metrics.scopeMetrics.some((scope) => scope.metrics.length > 0)) {
      await exporter.metrics(metrics);
      sent.requests += 1;
    }
    hasNews = false;
  }

  return {
    /** Sends the entries from `next()` on. Unless `end` is `live`, they are the last. Stops early if it is stopped. */
    async send(entries: Iterable<Entry>, end: RecordingEnd): Promise<void> {
      for (const entry of entries) {
        takesPart ||= hasHops(entry);
        if (end === 'live' && takesPart && entry.kind === 'frame' && !entry.sent) break; // on its way
        telemetry.apply(entry);
        next = entry.seq + 1;
        take();
        if (options.withContent && entry.kind !== 'event') bytes += sizeOf(entry);
        if (next % REST_EVERY === 0) await rest();
        if (isStopped()) return;
        if (spans.length + logs.length < MAX_ITEMS && bytes < MAX_BYTES) continue;
        await flush();
        remember(false);
      }
      if (end !== 'live') telemetry.finish(end === 'orderly');
      spans.push(...telemetry.take().spans);
      await flush();
      await sendMetrics();
      if (next > kept || end !== 'live') remember(end !== 'live');
    },
    /** `seq` of the first entry that it does not have. */
    next: (): number => next,
    sent: (): Sent => sent,
  };
}

export type Shipment = ReturnType<typeof createShipment>;
