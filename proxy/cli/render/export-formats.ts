import type { ShareForm } from '#core/contract/share.ts';

/**
 * The whole recording. `jsonl`: the recording file. `html`: a page that contains the recording. `perfetto`: a trace of
 * times. `otlp`: traces of OpenTelemetry.
 */
const CONTAINERS = ['jsonl', 'html', 'perfetto', 'otlp'] as const;

/** Texts about the recording, which the page copies, too. */
const FORMS = ['markdown', 'mermaid', 'llm'] as const satisfies readonly ShareForm[];

/** The formats of `export`. */
export const EXPORT_FORMATS = [...CONTAINERS, ...FORMS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const isForm = (format: ExportFormat): format is (typeof FORMS)[number] => FORMS.some((form) => form === format);
