import { createBudget } from '#core/cards/budget.ts';
import type { Card, ToolCallBody } from '#core/model/cards.ts';
import type { FileOperation } from '#core/model/files.ts';
import type { FileFold } from './file-fold.ts';
import { showOperation, type ReadMessage } from './operation-texts.ts';

/** True for a tool call that shows a difference or writes a file, or whose card does not have all of its messages. */
export const changesFiles = (card: Card): card is Card & ToolCallBody =>
  card.kind === 'tool-call' &&
  (card.operations !== undefined || card.unread > 0 || card.files.some(({ operation }) => operation === 'write'));

/**
 * Adds to each tool call that changes files its proposals and its writes: also proposals that a later update replaced, and
 * writes outside of its group.
 */
export const withOperations = (cards: readonly Card[], fold: FileFold, read: ReadMessage): readonly Card[] =>
  cards.map((card) => (changesFiles(card) ? withOwn(card, fold.operationsOf(card.group), read) : card));

function withOwn(card: Card & ToolCallBody, all: readonly FileOperation[], read: ReadMessage): Card {
  const changes = all.filter(({ kind }) => kind === 'proposal' || kind === 'write');
  const shown = changes.slice(-MANY);
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

/** More changes in one call than anybody reads on a card. */
const MANY = 50;
