import { toCardMessage } from '#core/cards/card-message.ts';
import { isFileMessage, type FileMessage } from '#core/files/file-message.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { RecordingIndex } from './recording-index.ts';

/** The messages about files among entries of an index. */
export function* fileMessagesIn(
  { meanings }: Pick<RecordingIndex, 'meanings'>,
  entries: Iterable<Entry>,
): Generator<FileMessage> {
  for (const entry of entries) {
    const { seq } = entry;
    const meaning = meanings[seq];
    if (entry.kind !== 'frame' || !meaning || !isFileMessage(meaning.method, meaning.variant)) continue;
    const { method, group, session, turn, answers } = meaning;
    const message = toCardMessage(entry.bytes, { seq, t: entry.elapsed, from: entry.from }, method);
    if (message) yield { ...message, group, session, turn, answers };
  }
}
