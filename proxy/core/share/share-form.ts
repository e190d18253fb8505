import type { Entry, RecordingHeader } from '#core/wire/entry.ts';

/** The input of a form. Header and entries are already redacted if requested. */
export interface ShareContext {
  readonly header: RecordingHeader;
  /** Reads an entry again, as `apply` gets it. Only for entries that were applied. */
  readonly entryAt: (seq: number) => Entry | undefined;
  /** True for the entries to copy, in forms that take entries. */
  readonly isSelected: (seq: number) => boolean;
  /** The selected entry. */
  readonly selected: number | undefined;
  /** True if the entries to copy are the group of the selected one. Default: false. */
  readonly isGroup?: boolean;
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
