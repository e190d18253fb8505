import { toMessage } from '#core/cards/message.ts';
import type { FoldedEntry } from '#core/fold/fold.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { textOf } from './frames.ts';

const TEXTS: ReadonlySet<string> = new Set(['message', 'thought', 'user-message']);

/** True for a group whose entries are chunks of one text. */
export const isText = ({ kind }: GroupState): boolean => TEXTS.has(kind);

/** The text that an entry adds to the title of its group; undefined for anything but a chunk of text. */
export function chunkOf({ step, outlined }: FoldedEntry): string | undefined {
  const { entry, messages } = step;
  if (entry.kind === 'stderr') return textOf(entry);
  const [first] = messages;
  if (!first || !isText(outlined.group) || entry.kind !== 'frame') return undefined;
  const { message, method } = first;
  const { blocks } = toMessage([{ seq: entry.seq, t: entry.elapsed, from: entry.from, method, message }], 'agent');
  const texts = blocks.map((block) => (block.kind === 'text' ? block.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}
