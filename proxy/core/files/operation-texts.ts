import { stringAt, valueAt } from '#core/json/json.ts';
import { createBudget, cut, type Budget } from '#core/cards/budget.ts';
import { paramsOf, resultOf, updateOf, type CardMessage } from '#core/cards/card-message.ts';
import { toolCallMembers } from '#core/cards/tool-call-card.ts';
import type { FileOperation, OperationsWindow, ShownOperation, TextPair } from '#core/model/files.ts';
import { proposedText } from './compare-written.ts';
import { textOf, makesTextUnknown } from './files-window.ts';
import { endsWithPath, keyOfPath, toFilePath } from './file-path.ts';
import { proposedIn, type Proposed } from './proposed.ts';

/** Reads the message of an entry again. */
export type ReadMessage = (seq: number) => CardMessage | undefined;

/** A window of operations on one file, with their texts. */
export function operationsWindow(
  operations: readonly FileOperation[],
  { from, count }: { readonly from: number; readonly count: number },
  read: ReadMessage,
): OperationsWindow {
  const isLast = from + count >= operations.length;
  return {
    from,
    operations: operations.slice(from, from + count).map((operation) => showOperation(operation, read)),
    total: operations.length,
    text: isLast ? finalText(operations, read) : null,
  };
}

/** An operation with its texts, read again from its entries. */
export function showOperation(operation: FileOperation, read: ReadMessage, budget = createBudget()): ShownOperation {
  const nothing = { operation, difference: null, patch: null, against: null };
  if (operation.kind === 'proposal') {
    const proposed = proposedAt(operation.seq, operation.path, read);
    if (proposed?.patch != null) return { ...nothing, patch: cut(proposed.patch, budget) };
    const [only, ...more] = proposed?.differences ?? [];
    if (!only) return nothing;
    const join = (of: 'before' | 'after') => [only, ...more].map((each) => each[of] ?? '').join('\n');
    return { ...nothing, difference: pair(only.before === null ? null : join('before'), join('after'), budget) };
  }
  if (operation.kind !== 'write') return nothing;
  const written = textAt(operation.seq, read) ?? '';
  const before = operation.before === null ? null : (textAt(operation.before, read) ?? null);
  const difference = pair(before, written, budget);
  if (operation.match !== 'different' || operation.proposal === null) return { ...nothing, difference };
  const { differences = [] } = proposedAt(operation.proposal, operation.path, read) ?? {};
  const proposed = proposedText(before ?? undefined, differences) ?? differences.at(-1)?.after ?? '';
  return { ...nothing, difference, against: pair(proposed, written, budget) };
}

function finalText(operations: readonly FileOperation[], read: ReadMessage): OperationsWindow['text'] {
  for (const operation of operations.toReversed()) {
    if (makesTextUnknown(operation)) return null;
    const seq = textOf(operation);
    if (seq !== undefined) return textIn(seq, read);
  }
  return null;
}

/** The text that an entry read or wrote; null if the entry has none. */
export function textIn(seq: number, read: ReadMessage): OperationsWindow['text'] {
  const text = textAt(seq, read);
  return text === undefined ? null : { seq, ...cut(text, createBudget()) };
}

/** The text in the answer of a read, or in a write. */
function textAt(seq: number, read: ReadMessage): string | undefined {
  const message = read(seq);
  return message && stringAt(message.message.kind === 'response' ? resultOf(message) : paramsOf(message), 'content');
}

/** The proposal of an update or a permission request for a file. The message may spell `path` differently. */
function proposedAt(seq: number, path: string, read: ReadMessage): Proposed | undefined {
  const message = read(seq);
  const content = message && valueAt(toolCallMembers(message) ?? updateOf(message), 'content');
  const key = keyOfPath(path);
  const all = proposedIn(content).map((proposed) => ({
    proposed,
    spelt: keyOfPath(toFilePath(proposed.path, undefined)),
  }));
  return (all.find(({ spelt }) => spelt === key) ?? all.find(({ spelt }) => endsWithPath(key, spelt)) ?? all[0])
    ?.proposed;
}

/** Two whole texts, or no text, because a cut text would show changes that were never made. */
function pair(before: string | null, after: string, budget: Budget): TextPair {
  const size = (before?.length ?? 0) + after.length;
  if (size > budget.left) return { before: null, after: null, missing: size };
  budget.left -= size;
  return { before, after, missing: 0 };
}
