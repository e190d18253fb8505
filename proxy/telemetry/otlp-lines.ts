import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { RecordingEnd } from '#core/rules/engine/judge-recording.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Telemetry } from './telemetry.ts';

/** Spans in one line. */
const MAX_SPANS = 500;

/**
 * The traces of a recording as OTLP/JSON, in the form of OpenTelemetry's file exporter: each line is an
 * `ExportTraceServiceRequest`. Of a live recording only what has ended.
 */
export function* otlpLines(
  { apply, finish, take }: Telemetry,
  entries: Iterable<Entry>,
  end: RecordingEnd,
): Generator<string> {
  let spans = [...take().spans];
  const line = () => {
    const bytes = JsonTraceSerializer.serializeRequest(spans);
    spans = [];
    return `${decodeLossy(bytes ?? new Uint8Array())}\n`;
  };
  for (const entry of entries) {
    apply(entry);
    spans.push(...take().spans);
    if (spans.length >= MAX_SPANS) yield line();
  }
  if (end !== 'live') finish(end === 'orderly');
  spans.push(...take().spans);
  if (spans.length > 0) yield line();
}
