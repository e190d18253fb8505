import { createBudget } from '#core/cards/budget.ts';
import { toFiles } from '#core/cards/files.ts';
import type { Card, ToolCallBody } from '#core/model/cards.ts';
import type { FileOperation } from '#core/model/files.ts';
import type { FileFold } from './file-fold.ts';
import { showOperation, type ReadMessage } from './operation-texts.ts';

/** True for a tool call whose card names a file, or does not have all messages of the call. */
export const mayUseFiles = (card: Card): card is Card & ToolCallBody =>
  card.kind === 'tool-call' &&
  (card.operations !== undefined || card.files.length > 0 || card.locations.length > 0 || card.unread > 0);

/**
 * Adds to each tool call its proposals and its writes: also proposals that a later update replaced, and writes outside of its
 * group. Also adds its reads outside of its group.
 */
export const withOperations = (cards: readonly Card[], fold: FileFold, read: ReadMessage): readonly Card[] =>
  cards.map((card) =>
    mayUseFiles(card) ? withChanges(withReads(card, fold, read), fold.operationsOf(card.group), read) : card,
  );

function withReads(card: Card & ToolCallBody, fold: FileFold, read: ReadMessage): Card & ToolCallBody {
  const listed = new Set(card.files.map(({ seq }) => seq));
  const others = fold
    .operationsOf(card.group)
    .flatMap((each) => (each.kind === 'read' && !listed.has(each.seq) ? [each] : []))
    .slice(-MAX_SHOWN);
  if (others.length === 0) return card;
  const messages = others.flatMap(({ seq, answered }) => [
    read(seq) ?? [],
    (answered !== null && read(answered)) || [],
  ]);
  const files = [...card.files, ...toFiles(messages.flat(), createBudget())];
  return { ...card, files: files.toSorted((one, other) => one.seq - other.seq) };
}

function withChanges(card: Card & ToolCallBody, all: readonly FileOperation[], read: ReadMessage): Card {
  const changes = all.filter(({ kind }) => kind === 'proposal' || kind === 'write');
  if (changes.length === 0) return card;
  const shown = changes.slice(-MAX_SHOWN);
  const earlier = changes.length - shown.length;
  const forReplaced = createBudget(); // an agent may show a growing difference with each token
  return {
    ...card,
    operations: shown.map((each) => showOperation(each, read, isReplaced(each) ? forReplaced : createBudget())),
    ...(earlier > 0 ? { earlierOperations: earlier } : {}),
  };
}

const isReplaced = (operation: FileOperation): boolean =>
  operation.kind === 'proposal' && operation.outcome === 'replaced';

/** The most changes on a card, and the most reads outside of its group. */
const MAX_SHOWN = 50;
