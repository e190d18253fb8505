import { endsWithPath, keyOfPath, toFilePath } from '#core/files/file-path.ts';
import { isUnasked } from '#core/files/files-window.ts';
import { operationWords } from '#core/files/operation-words.ts';
import type { FileAccess, PermissionAsk, TerminalView, ToolCallBody, ToolContent } from '#core/model/cards.ts';
import type { FileOperation, FileProposal, ShownOperation } from '#core/model/files.ts';
import type { Tone } from './conversation-rows.ts';

/** A part of a tool call, in the order in which it happened. */
export type ToolStep = { readonly seq: number } & (
  | { readonly kind: 'ask'; readonly ask: PermissionAsk }
  | {
      readonly kind: 'content';
      readonly content: ToolContent;
      readonly index: number;
      readonly note: OperationNote | undefined;
    }
  | { readonly kind: 'terminal'; readonly terminal: TerminalView; readonly index: number }
  | { readonly kind: 'file'; readonly file: FileAccess }
  | { readonly kind: 'write'; readonly shown: ShownOperation; readonly note: OperationNote }
);

/** The outcome of a proposal, or the kind of a write. */
export interface OperationNote {
  readonly seq: number;
  readonly path: string;
  readonly text: string;
  readonly tone: Tone;
}

/** The steps of a tool call. A difference stands where it was shown first; a write replaces the access without a comparison. */
export function toToolSteps(body: ToolCallBody, isLive: boolean): readonly ToolStep[] {
  const { asks, content, terminals, files, operations = [] } = body;
  const proposals = operations.filter(({ operation }) => operation.kind === 'proposal');
  const writes = operations.filter(({ operation }) => operation.kind === 'write');
  const compared = new Set(writes.map(({ operation }) => operation.seq));
  const steps: readonly ToolStep[] = [
    ...content.map((each, index): ToolStep => {
      const shown = proposals.findLast(({ operation }) => isAbout(each, operation));
      const note = shown && toOperationNote(shown.operation, isLive);
      return { kind: 'content', seq: shown?.operation.seq ?? each.seq, content: each, index, note };
    }),
    ...asks.map((ask): ToolStep => ({ kind: 'ask', seq: ask.seq, ask })),
    ...files.filter(({ seq }) => !compared.has(seq)).map((file): ToolStep => ({ kind: 'file', seq: file.seq, file })),
    ...writes.map((shown): ToolStep => ({
      kind: 'write',
      seq: shown.operation.seq,
      shown,
      note: toOperationNote(shown.operation, isLive),
    })),
    ...terminals.map((terminal, index): ToolStep => ({ kind: 'terminal', seq: terminal.seq, terminal, index })),
  ];
  return steps.toSorted((one, other) => one.seq - other.seq);
}

/** Whether a piece of content is the proposal of an operation. */
function isAbout(content: ToolContent, { path }: FileOperation): boolean {
  const paths =
    content.kind === 'diff' ? [content.path] : content.kind === 'patch' ? content.changes.map((each) => each.path) : [];
  return paths.some((each) => endsWithPath(keyOfPath(path), keyOfPath(toFilePath(each, undefined))));
}

export function toOperationNote(operation: FileOperation, isLive: boolean): OperationNote {
  const { facts, warning } = operationWords(operation, isLive);
  const { seq, path } = operation;
  return { seq, path, text: facts.join(' · '), tone: toneOf(operation, warning) };
}

/** True for a proposal that was written although refused or without permission, or that does not fit its file. */
const isTroubled = ({ outcome, permission, isStale }: FileProposal): boolean =>
  isStale ||
  ((outcome === 'written' || outcome === 'different') && (permission === 'rejected' || permission === 'none'));

function toneOf(operation: FileOperation, warning: string | null): Tone {
  if (warning !== null) return 'bad';
  if (isUnasked(operation) || (operation.kind === 'proposal' && isTroubled(operation))) return 'warning';
  if (operation.kind === 'write')
    return operation.match === 'same' && operation.permission === 'allowed' ? 'good' : 'quiet';
  return 'quiet';
}
