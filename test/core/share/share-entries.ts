import type { ShareForm } from '#core/contract/share.ts';
import { createShareWriter } from '#core/share/share-writer.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../../support/recording-file.ts';

interface Asked {
  readonly of?: readonly number[];
  readonly selected?: number;
  readonly header?: Partial<RecordingHeader>;
}

/** Copies entries in a form: the selected ones, or all. */
export function shareEntries(as: ShareForm, entries: Iterable<Entry>, asked: Asked = {}): string {
  const { of, selected } = asked;
  const isSelected = (seq: number) => of === undefined || of.includes(seq);
  const all = [...entries];
  const context = { header: header(asked.header), entryAt: (seq: number) => all[seq], isSelected, selected };
  const writer = createShareWriter(as, context);
  for (const entry of all) if (writer.needs(entry.seq)) writer.apply(entry);
  return writer.text();
}

/** The same, from a transcript. */
export const shareTranscript = (as: ShareForm, transcript: string, asked: Asked = {}): string =>
  shareEntries(as, parseTranscript(transcript), asked);
