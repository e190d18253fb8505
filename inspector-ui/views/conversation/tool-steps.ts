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
      /** `Proposed` or `Reported` above a change; empty for other content. */
      readonly word: string;
      readonly note: OperationNote | undefined;
    }
  | { readonly kind: 'terminal'; readonly terminal: TerminalView; readonly index: number }
  | { readonly kind: 'file'; readonly file: FileAccess }
  /** A proposal that the content does not show, because a later update replaced it. */
  | { readonly kind: 'proposal'; readonly shown: ShownOperation; readonly note: OperationNote }
  | { readonly kind: 'write'; readonly shown: ShownOperation; readonly note: OperationNote }
);

/** `Reported` for a change that the agent showed after the decision or the write, else `Proposed`. */
export const wordOfChange = (operation: FileOperation | undefined): string =>
  operation?.kind === 'proposal' && operation.outcome === 'reported' ? 'Reported' : 'Proposed';

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
  const inContent = content.map((each) => proposalsIn(each, proposals));
  const isInContent = new Set(inContent.flat());
  const steps: readonly ToolStep[] = [
    ...proposals.filter((shown) => !isInContent.has(shown)).map((shown) => toStep('proposal', shown)),
    ...content.map((each, index): ToolStep => {
      const shown = inContent[index]?.at(-1);
      const note = shown && toOperationNote(shown.operation, isLive);
      const word = each.kind === 'diff' || each.kind === 'patch' ? wordOfChange(shown?.operation) : '';
      return { kind: 'content', seq: shown?.operation.seq ?? each.seq, content: each, index, word, note };
    }),
    ...asks.map((ask): ToolStep => ({ kind: 'ask', seq: ask.seq, ask })),
    ...files.filter(({ seq }) => !compared.has(seq)).map((file): ToolStep => ({ kind: 'file', seq: file.seq, file })),
    ...writes.map((shown) => toStep('write', shown)),
    ...terminals.map((terminal, index): ToolStep => ({ kind: 'terminal', seq: terminal.seq, terminal, index })),
  ];
  return steps.toSorted((one, other) => one.seq - other.seq);

  function toStep(kind: 'proposal' | 'write', shown: ShownOperation): ToolStep {
    return { kind, seq: shown.operation.seq, shown, note: toOperationNote(shown.operation, isLive) };
  }
}

/** The proposals that a piece of content shows: for each file, the last one before or in the entry of the content. */
function proposalsIn(content: ToolContent, proposals: readonly ShownOperation[]): readonly ShownOperation[] {
  const paths =
    content.kind === 'diff' ? [content.path] : content.kind === 'patch' ? content.changes.map((each) => each.path) : [];
  return paths.flatMap((path) => {
    const spelt = keyOfPath(toFilePath(path, undefined));
    const isAbout = ({ operation: { seq, path: whole } }: ShownOperation) =>
      seq <= content.seq && endsWithPath(keyOfPath(whole), spelt);
    return proposals.findLast(isAbout) ?? [];
  });
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
