import root from 'otlp-decoders/build/src/generated/root.js';

/** The data that a receiver got, in any encoding. Attributes are plain values, times nanoseconds. */
export interface ReceivedSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly links: readonly string[];
  readonly failed: boolean;
  readonly resource: Attributes;
}

export interface ReceivedLog {
  readonly span: string;
  readonly body: unknown;
  readonly attributes: Attributes;
}

export interface ReceivedPoint {
  readonly recording: unknown;
  readonly metric: string;
  readonly attributes: Attributes;
  /** Of a histogram its count. */
  readonly value: number;
  readonly sum: number;
  readonly buckets: readonly number[];
}

export type Attributes = Readonly<Record<string, unknown>>;
export type Signal = 'traces' | 'logs' | 'metrics';

/** protobufjs made it from the official definitions. An earlier release of the SDK has it. */
interface Decoder {
  readonly decode: (bytes: Uint8Array) => unknown;
}
interface Decoders {
  readonly opentelemetry: {
    readonly proto: { readonly collector: Readonly<Record<string, { v1: Record<string, Decoder> }>> };
  };
}
const { collector } = (root as unknown as Decoders).opentelemetry.proto;

const REQUESTS = {
  traces: ['trace', 'ExportTraceServiceRequest'],
  logs: ['logs', 'ExportLogsServiceRequest'],
  metrics: ['metrics', 'ExportMetricsServiceRequest'],
} as const;

/** A request as it came, in the JSON form with decoded ids. @throws {Error} for bytes that are no such message. */
export function decodeRequest(signal: Signal, type: string, bytes: Uint8Array): unknown {
  if (type === 'application/json') return JSON.parse(Buffer.from(bytes).toString('utf8'));
  const [name, message] = REQUESTS[signal];
  const decoder = collector[name]?.v1[message];
  if (!decoder) throw new Error(`no decoder of ${message}`);
  return decoder.decode(bytes);
}

/** Any member of a decoded message: protobuf has objects with prototypes, JSON has none. */
// eslint-disable-next-line typescript/no-explicit-any -- messages of two encodings
type Any = any;

export const spansIn = (request: unknown): readonly ReceivedSpan[] =>
  (request as Any).resourceSpans.flatMap(({ resource, scopeSpans }: Any) =>
    scopeSpans.flatMap(({ spans }: Any) =>
      spans.map((span: Any): ReceivedSpan => ({
        trace: hex(span.traceId),
        id: hex(span.spanId),
        parent: hex(span.parentSpanId),
        name: span.name,
        start: BigInt(String(span.startTimeUnixNano)),
        end: BigInt(String(span.endTimeUnixNano)),
        attributes: plain(span.attributes),
        events: span.events.map(({ name, attributes }: Any) => ({ name, attributes: plain(attributes) })),
        links: span.links.map(({ traceId, spanId }: Any) => `${hex(traceId)}-${hex(spanId)}`),
        failed: span.status.code === 2,
        resource: plain(resource.attributes),
      })),
    ),
  );

export const logsIn = (request: unknown): readonly ReceivedLog[] =>
  (request as Any).resourceLogs.flatMap(({ scopeLogs }: Any) =>
    scopeLogs.flatMap(({ logRecords }: Any) =>
      logRecords.map(({ spanId, body, attributes }: Any): ReceivedLog => ({
        span: hex(spanId),
        body: valueOf(body),
        attributes: plain(attributes),
      })),
    ),
  );

export const pointsIn = (request: unknown): readonly ReceivedPoint[] =>
  (request as Any).resourceMetrics.flatMap(({ resource, scopeMetrics }: Any) =>
    scopeMetrics.flatMap(({ metrics }: Any) =>
      metrics.flatMap(({ name, sum, histogram }: Any) =>
        (sum ?? histogram).dataPoints.map((point: Any): ReceivedPoint => ({
          recording: plain(resource.attributes)['service.instance.id'],
          metric: name,
          attributes: plain(point.attributes),
          value: Number(histogram ? point.count : (point.asInt ?? point.asDouble)),
          sum: Number(point.sum ?? 0),
          buckets: (point.bucketCounts ?? []).map(Number),
        })),
      ),
    ),
  );

const hex = (id: unknown): string =>
  id === undefined || id === null ? '' : typeof id === 'string' ? id : Buffer.from(id as Uint8Array).toString('hex');

const plain = (attributes: Any): Attributes =>
  Object.fromEntries(attributes.map(({ key, value }: Any) => [key, valueOf(value)]));

function valueOf(value: Any): unknown {
  const [name] = Object.keys(value ?? {});
  if (name === undefined) return undefined;
  if (name === 'arrayValue') return value[name].values.map(valueOf);
  return name === 'intValue' ? Number(value[name]) : value[name];
}
