import { diag, DiagLogLevel } from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { createOtlpHttpExportDelegate, httpAgentFactoryFromOptions } from '@opentelemetry/otlp-exporter-base/node-http';
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  LogsExporterMetricsHelper,
  MetricsExporterMetricsHelper,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
  type IExporterMetricsHelper,
  type ISerializer,
} from '@opentelemetry/otlp-transformer';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

export type Encoding = 'protobuf' | 'json';

export interface ExporterOptions {
  /** The collector's address, without the path of a signal. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding: Encoding;
  /** How long to try one request, with its repetitions. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Called with warnings of the SDK: rejected data, or the reason why a response is unreadable. */
  readonly warn: (text: string) => void;
}

/** Headers of `name=value` options, and of the variable that the SDKs read: `name=value,name=value`, percent-encoded. */
export const headersOf = (options: readonly string[], variable = ''): Readonly<Record<string, string>> => ({
  ...parseKeyPairsIntoRecord(variable),
  ...Object.fromEntries(
    options.map((option) => {
      const at = option.indexOf('=');
      return [option.slice(0, at), option.slice(at + 1)];
    }),
  ),
});

/** The collector did not take a request. */
export class CollectorError extends Error {
  /** False if it refused the request: it would do so again. */
  readonly isPassing: boolean;
  constructor(cause: Error) {
    const status = 'code' in cause && typeof cause.code === 'number' ? cause.code : undefined;
    const said = cause.message || String('code' in cause ? cause.code : cause.name);
    super(status === undefined ? said : `HTTP ${status} ${said}`, { cause });
    this.isPassing = status === undefined || status >= 500;
  }
}

/** Sends requests to a collector. Each resolves when the collector has taken it. @throws {CollectorError} */
export interface Exporter {
  readonly traces: (spans: readonly ReadableSpan[]) => Promise<void>;
  readonly logs: (logs: readonly ReadableLogRecord[]) => Promise<void>;
  readonly metrics: (metrics: ResourceMetrics) => Promise<void>;
}

/**
 * Makes an exporter from parts of the official SDK: its serializers, and its HTTP transport, which compresses and tries
 * again. The SDK's own exporters would also read settings from the environment.
 */
export function createExporter({ url, headers, encoding, timeoutMs, userAgent, warn }: ExporterOptions): Exporter {
  diag.setLogger(
    { error: warn, warn: (...said) => warn(said.join(' ')), info: warn, debug: warn, verbose: warn },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const isJson = encoding === 'json';
  const type = isJson ? 'application/json' : 'application/x-protobuf';

  function sender<Items>(
    path: string,
    serializer: ISerializer<Items, unknown>,
    component: string,
    helper: IExporterMetricsHelper<Items>,
  ): (items: Items) => Promise<void> {
    const delegate = createOtlpHttpExportDelegate(
      {
        url: `${url}/v1/${path}`,
        headers: () => Promise.resolve({ ...headers, 'Content-Type': type }),
        timeoutMillis: timeoutMs,
        concurrencyLimit: 1,
        compression: 'gzip',
        agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
        userAgent,
      },
      serializer,
      component,
      helper,
      undefined,
    );
    return (items) =>
      new Promise((resolve, reject) => {
        delegate.export(items, ({ code, error }) => {
          if (code === ExportResultCode.SUCCESS) resolve();
          else reject(new CollectorError(error ?? new Error('no answer')));
        });
      });
  }

  const [traces, logs, metrics] = isJson
    ? [JsonTraceSerializer, JsonLogsSerializer, JsonMetricsSerializer]
    : [ProtobufTraceSerializer, ProtobufLogsSerializer, ProtobufMetricsSerializer];
  const sendTraces = sender('traces', traces, 'otlp_http_span_exporter', TraceExporterMetricsHelper);
  const sendLogs = sender('logs', logs, 'otlp_http_log_exporter', LogsExporterMetricsHelper);
  return {
    traces: (spans) => sendTraces([...spans]),
    logs: (records) => sendLogs([...records]),
    metrics: sender('metrics', metrics, 'otlp_http_metric_exporter', MetricsExporterMetricsHelper),
  };
}
