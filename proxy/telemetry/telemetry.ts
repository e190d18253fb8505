import { basename } from 'node:path';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import {
  ATTR_HOST_NAME,
  ATTR_RPC_METHOD,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions/incubating';
import { createFold } from '#core/fold/fold.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { createDurations } from '#core/stats/durations.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { sizeOf, type Entry, type FrameEntry, type RecordingHeader } from '#core/wire/entry.ts';
import { sessionAttributes } from './attributes.ts';
import { cutContent } from './content.ts';
import { instant, shortValue, type GrowingSpan, type SpanSource } from './growing-span.ts';
import { createIds } from './ids.ts';
import { toMetrics, type FindingCount } from './metrics.ts';
import { createSpans } from './spans.ts';

export interface TelemetryOptions {
  /** Version of acptap. */
  readonly version: string;
  /** The name of this machine, if it is to be sent. */
  readonly host?: string | undefined;
  /** With recorded texts. The entries must be redacted then. */
  readonly withContent?: boolean;
  /** With a log record for each frame. */
  readonly withFrames?: boolean;
}

/** The spans and logs that became complete since the last call. */
export interface Taken {
  readonly spans: readonly ReadableSpan[];
  readonly logs: readonly ReadableLogRecord[];
}

/** A recording as traces, logs and metrics of OpenTelemetry, from one fold over its entries. */
export function createTelemetry(header: RecordingHeader, options: TelemetryOptions) {
  const { startedAt, id } = header;
  const { version, host, withContent = false, withFrames = false } = options;
  const fold = createFold();
  const ids = createIds(id);
  const command = basename(header.command[0] ?? '') || 'agent';
  const scope = { name: 'acptap', version };
  const findings = new Map<string, FindingCount>();
  const turns = createDurations();
  let logs: ReadableLogRecord[] = [];
  let resource: { readonly of: Handshake; readonly made: Resource } | undefined;
  let last = 0;

  /** The same object until the handshake changes, because serializers group by it. */
  function resourceNow(): Resource {
    const handshake = fold.trace.handshake();
    if (resource?.of !== handshake)
      resource = { of: handshake, made: resourceFromAttributes(resourceAttributes(handshake)) };
    return resource.made;
  }

  const resourceAttributes = ({ agent, client, protocolVersion }: Handshake) => ({
    [ATTR_SERVICE_NAME]: shortValue(agent?.name ?? command),
    ...(agent?.version ? { [ATTR_SERVICE_VERSION]: shortValue(agent.version) } : {}),
    [ATTR_SERVICE_INSTANCE_ID]: id,
    ...(host === undefined ? {} : { [ATTR_HOST_NAME]: host }),
    ...(client ? { 'acp.client.name': shortValue(client.name) } : {}),
    ...(client?.version ? { 'acp.client.version': shortValue(client.version) } : {}),
    ...(protocolVersion === undefined ? {} : { 'acp.protocol.version': protocolVersion }),
  });

  const source: SpanSource = { startedAt, trace: ids.trace, resource: resourceNow, scope };
  const spans = createSpans({ source, ids, fold, command, withContent, onTurn: (took, seq) => turns.add(took, seq) });

  function count(found: readonly Finding[]): void {
    for (const { rule, grade, side } of found) {
      const key = `${rule} ${grade} ${side}`;
      findings.set(key, { rule, grade, side, count: (findings.get(key)?.count ?? 0) + 1 });
    }
  }

  function logOf(entry: FrameEntry, { step: { messages } }: GroupedEntry, span: GrowingSpan): ReadableLogRecord {
    const [message] = messages;
    const time = instant(startedAt, entry.elapsed);
    return {
      hrTime: time,
      hrTimeObserved: time,
      spanContext: { traceId: ids.trace(span.session), spanId: span.id, traceFlags: 1 },
      eventName: 'acp.frame',
      ...(withContent ? { body: cutContent(decodeLossy(entry.bytes).trimEnd()) } : {}),
      resource: resourceNow(),
      instrumentationScope: scope,
      attributes: {
        ...sessionAttributes(message?.session),
        ...(message?.method === undefined ? {} : { [ATTR_RPC_METHOD]: shortValue(message.method) }),
        'acp.kind': message?.message.kind ?? 'invalid',
        'acp.from': entry.from,
        'acp.seq': entry.seq,
        'acp.bytes': sizeOf(entry),
      },
      droppedAttributesCount: 0,
    };
  }

  return {
    apply(entry: Entry): void {
      const folded = fold.apply(entry);
      const { findings: found, groups } = fold.take();
      last = Math.max(last, entry.elapsed);
      count(found);
      const span = spans.apply(folded, found, groups);
      if (withFrames && entry.kind === 'frame') logs.push(logOf(entry, folded, span));
    },
    /** Ends the recording. `orderly`: the agent ended by itself. */
    finish(orderly: boolean): void {
      fold.finish(orderly);
      const { findings: found } = fold.take();
      count(found);
      spans.finish(found);
    },
    take(): Taken {
      const taken = { spans: spans.take(), logs };
      logs = [];
      return taken;
    },
    /** The sums since the recording's start. */
    metrics: (): ResourceMetrics => ({
      resource: resourceNow(),
      scopeMetrics: [
        {
          scope,
          metrics: toMetrics({
            stats: spans.stats(),
            turns: turns.summary(),
            findings: findings.values(),
            start: instant(startedAt, 0),
            end: instant(startedAt, last),
          }),
        },
      ],
    }),
  };
}

export type Telemetry = ReturnType<typeof createTelemetry>;
