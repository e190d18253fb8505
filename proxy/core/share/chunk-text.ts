import { toMessage } from '#core/cards/message-card.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import type { TracedMessage } from '#core/trace/trace.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import { textOf } from './share-frames.ts';

const TEXTS: ReadonlySet<string> = new Set(['message', 'thought', 'user-message']);

/** True for a group whose entries are chunks of one text. */
export const isTextGroup = ({ kind }: GroupState): boolean => TEXTS.has(kind);

/** The text that an entry adds to the title of its group; undefined for anything but a chunk of text. */
export function chunkOf({ step, group }: GroupedEntry): string | undefined {
  const { entry, messages } = step;
  if (entry.kind === 'stderr') return textOf(entry);
  const [first] = messages;
  return first && isTextGroup(group) ? chunkIn(entry, first) : undefined;
}

/** The same of an entry that is known to be a chunk, read again. */
export function readChunkAgain(entry: Entry): string {
  const decoded = entry.kind === 'frame' ? decodeFrame(entry.bytes) : undefined;
  const message = decoded?.kind === 'json' ? decoded.parts[0]?.message : undefined;
  return (
    (message && chunkIn(entry, { message, method: 'method' in message ? message.method : undefined })) ?? textOf(entry)
  );
}

function chunkIn(entry: Entry, { message, method }: Pick<TracedMessage, 'message' | 'method'>): string | undefined {
  if (entry.kind !== 'frame') return undefined;
  const { blocks } = toMessage([{ seq: entry.seq, t: entry.elapsed, from: entry.from, method, message }], 'agent');
  const texts = blocks.map((block) => (block.kind === 'text' ? block.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}
