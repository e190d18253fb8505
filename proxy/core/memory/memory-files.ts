import { toCardMessage, toInjectedMessage } from '#core/cards/card-message.ts';
import { isFileMessage, type FileMessage } from '#core/files/file-message.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { RecordingIndex } from './recording-index.ts';

/** The messages about files among entries of an index, and the responses that acptap itself wrote. */
export function* fileMessagesIn(
  { meanings }: Pick<RecordingIndex, 'meanings'>,
  entries: Iterable<Entry>,
): Generator<FileMessage> {
  for (const entry of entries) {
    const { seq } = entry;
    const meaning = meanings[seq];
    if (!meaning) continue;
    const { method, group, session, turn, answers } = meaning;
    const injected = toInjectedMessage(entry, undefined);
    if (injected?.message.kind === 'response')
      yield { ...injected, group, session, turn, answers: undefined, isInjected: true };
    if (entry.kind !== 'frame' || !isFileMessage(method, meaning.variant)) continue;
    const place = { seq, t: entry.elapsed, from: entry.from };
    const message = toCardMessage(entry.bytes, place, method, entry.sent);
    if (message) yield { ...message, group, session, turn, answers };
  }
}
