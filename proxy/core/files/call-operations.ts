import type { Card, ToolCallBody } from '#core/model/cards.ts';
import type { FileOperation } from '#core/model/files.ts';
import type { FileFold } from './file-fold.ts';
import { showOperation, type ReadMessage } from './operation-texts.ts';

/** True for a tool call that shows a difference or writes a file. */
export const changesFiles = (card: Card): card is Card & ToolCallBody =>
  card.kind === 'tool-call' &&
  (card.content.some(({ kind }) => kind === 'diff' || kind === 'patch') ||
    card.files.some(({ operation }) => operation === 'write'));

/** Adds to each tool call that changes files its proposals and its writes, also those outside of its group. */
export function withOperations(cards: readonly Card[], fold: FileFold, read: ReadMessage): readonly Card[] {
  const groups = new Set(cards.filter(changesFiles).map(({ group }) => group));
  const own = new Map<number, FileOperation[]>();
  for (const operation of fold.operations()) {
    const { call, kind } = operation;
    if (!call || !groups.has(call.group) || (kind !== 'proposal' && kind !== 'write')) continue;
    own.set(call.group, [...(own.get(call.group) ?? []), operation]);
  }
  return cards.map((card) =>
    changesFiles(card)
      ? { ...card, operations: (own.get(card.group) ?? []).slice(0, MANY).map((each) => showOperation(each, read)) }
      : card,
  );
}

/** More changes in one call than anybody reads on a card. */
const MANY = 50;
