/**
 * What `export` writes. `jsonl`: the recording file. `html`: a page that has the recording in it. The others are texts about it, as
 * `contract/share.ts` says.
 */
export const EXPORT_FORMATS = ['jsonl', 'html', 'markdown', 'mermaid', 'llm'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
