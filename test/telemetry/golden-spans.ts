import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { createTelemetry, type TelemetryOptions } from '../../proxy/telemetry/telemetry.ts';
import { otlpLines } from '../../proxy/telemetry/otlp-lines.ts';
import { decodeRequest, spansIn, type ReceivedSpan } from './otlp.ts';

export const GOLDEN_SPANS = 'test/telemetry/spans.txt';

const GOLDEN = ['recordings/examples/demo.acp.jsonl', 'recordings/real/claude-0.100.0/terminal.acp.jsonl'];

/** The spans of a file that ended orderly, as `export --format otlp` writes them. */
export async function exportedSpans(path: string, options: Partial<TelemetryOptions> = {}) {
  const { header, entries } = await loadRecordingFile(path);
  const lines = otlpLines(createTelemetry(header, { version: '0.0.0', ...options }), entries, 'orderly');
  return [...lines].flatMap((line) => spansIn(decodeRequest('traces', 'application/json', Buffer.from(line))));
}

/** The spans of some recordings as trees, without contents. */
export async function renderGoldenSpans(): Promise<string> {
  const trees = await Promise.all(GOLDEN.map(async (path) => `${path}\n\n${renderTrees(await exportedSpans(path))}`));
  return trees.join('\n');
}

export function renderTrees(spans: readonly ReceivedSpan[]): string {
  const below = (parent: string, trace: string, depth: number): string =>
    spans
      .filter((span) => span.parent === parent && span.trace === trace)
      .toSorted((a, b) => Number(a.start - b.start))
      .map((span) => `${renderSpan(span, depth)}${below(span.id, trace, depth + 1)}`)
      .join('');
  return [...new Set(spans.map(({ trace }) => trace))]
    .map((trace) => `trace ${trace}\n${below('', trace, 1)}`)
    .join('');
}

function renderSpan({ id, name, start, end, attributes, events, links, failed }: ReceivedSpan, depth: number): string {
  const indent = '  '.repeat(depth);
  const lines = [
    `${name} ${id} ${Number(end - start) / 1e6} ms${failed ? ' failed' : ''}`,
    ...Object.entries(attributes).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
    ...links.map((link) => `  link ${link}`),
    ...events.map((event) => `  event ${event.name} ${Object.values(event.attributes).join(' ')}`),
  ];
  return lines.map((line) => `${indent}${line}\n`).join('');
}
