import type { ShownOperation } from '#core/model/files.ts';
import type { CardContext } from './card-context.ts';
import { Fold } from './fold.tsx';
import { MissingNote } from './missing-note.tsx';
import { PatchText } from './patch-view.tsx';
import { SeqLink } from './seq-link.tsx';
import { wordOfChange, type OperationNote } from './tool-steps.ts';
import { FilePath, Note, Texts } from './written-file.tsx';

interface ProposedFileProps {
  readonly context: CardContext;
  readonly name: string;
  readonly shown: ShownOperation;
  readonly note: OperationNote;
}

/** A change that the tool call proposed, and no longer shows in its content. */
export function ProposedFile({ context, name, shown, note }: ProposedFileProps) {
  const { operation, difference, patch } = shown;
  const { seq, path } = operation;
  const outcome = operation.kind === 'proposal' ? operation.outcome : undefined;
  const change = (
    <>
      <Texts context={context} seq={seq} texts={difference} />
      {patch && <PatchText text={patch.text} />}
      {patch && <MissingNote context={context} text={patch} seq={seq} />}
    </>
  );
  return (
    <div class="tool-diff" data-path={path} data-proposal={seq}>
      <p class="flow tool-diff-head">
        <span>{wordOfChange(operation)}</span>
        <FilePath context={context} path={path} />
        <SeqLink context={context} seq={seq} />
        <Note note={note} />
      </p>
      {outcome === 'replaced' ? (
        <Fold context={context} name={`${name}/proposed`} summary="Proposed change">
          {change}
        </Fold>
      ) : (
        change
      )}
    </div>
  );
}
