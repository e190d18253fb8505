import type { ShareForm } from '#core/contract/share.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { shareFrames, shareJson } from './share-frames.ts';
import { shareIssue } from './share-issue.ts';
import { shareForModels } from './share-for-models.ts';
import { shareMermaid } from './share-mermaid.ts';
import { shareRecording } from './share-recording.ts';
import { shareReplay } from './share-replay.ts';
import { shareRepro } from './share-repro.ts';

/** The input of a form. Header and entries are already redacted if requested. */
export interface ShareContext {
  readonly header: RecordingHeader;
  /** Reads an entry again, as `apply` gets it. Only for entries that were applied. */
  readonly entryAt: (seq: number) => Entry | undefined;
  /** True for the entries to copy, in forms that take entries. */
  readonly isSelected: (seq: number) => boolean;
  /** The selected entry. */
  readonly selected: number | undefined;
}

/** Writes a text from the entries of a recording. */
export interface ShareWriter {
  /** False for entries that the text does not depend on: they need not be applied. */
  readonly needs: (seq: number) => boolean;
  /** In order. */
  readonly apply: (entry: Entry) => void;
  readonly text: () => string;
  /** The same text in parts, for forms as large as the recording. */
  readonly parts?: () => Iterable<string>;
  /** True for entries that the text shows. Call it after the last entry. Default: all applied entries. */
  readonly shows?: (seq: number) => boolean;
}

/** Creates the writer of a form. Pure: the caller reads, redacts, and lets other work run. */
export function createShareWriter(form: ShareForm, context: ShareContext): ShareWriter {
  return makers[form](context);
}

const makers: { readonly [form in ShareForm]: (context: ShareContext) => ShareWriter } = {
  frame: shareFrames,
  json: shareJson,
  jsonl: shareRecording,
  mermaid: shareMermaid,
  repro: shareRepro,
  replay: shareReplay,
  markdown: shareIssue,
  llm: shareForModels,
};
