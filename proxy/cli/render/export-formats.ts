/**
 * The formats of `export`. `jsonl`: the recording file. `html`: a page that contains the recording. `perfetto`: a
 * trace of times. `otlp`: traces of OpenTelemetry. The others are forms of `contract/share.ts`, which
 * the page copies, too.
 */
export const EXPORT_FORMATS = ['jsonl', 'html', 'markdown', 'mermaid', 'llm', 'perfetto', 'otlp'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
