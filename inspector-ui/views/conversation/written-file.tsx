import { wasDelivered } from '#core/cards/card-message.ts';
import type { ShownOperation, TextPair } from '#core/model/files.ts';
import { InnerLink } from '../../components/inner-link.tsx';
import { renderRoute } from '../../state/page/route.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from './card-context.ts';
import { DiffView } from './diff-view.tsx';
import { Fold } from './fold.tsx';
import { MissingNote } from './missing-note.tsx';
import { SeqLink } from './seq-link.tsx';
import type { OperationNote } from './tool-steps.ts';

interface WrittenFileProps {
  readonly context: CardContext;
  readonly name: string;
  readonly shown: ShownOperation;
  readonly note: OperationNote;
}

/** A write: its difference from the text before, and from a differing proposal. */
export function WrittenFile({ context, name, shown, note }: WrittenFileProps) {
  const { operation, difference, against } = shown;
  const isKnown = operation.kind === 'write' && operation.added !== null;
  const isDelivered = wasDelivered(operation);
  return (
    <div class="tool-diff" data-path={operation.path} data-write={operation.seq}>
      <p class="flow tool-diff-head">
        <span>{isDelivered ? 'Wrote' : 'Write of'}</span>
        <FilePath context={context} path={operation.path} />
        <SeqLink context={context} seq={operation.seq} />
        <Note note={note} />
      </p>
      {against && (
        <>
          <p class="aside diff-title">Proposed, and what was written instead</p>
          <Texts context={context} seq={operation.seq} texts={against} />
        </>
      )}
      <Fold
        context={context}
        name={`${name}/written`}
        isOpen={!against && isKnown}
        summary={isKnown ? 'Changes' : isDelivered ? 'Written text' : 'Text'}
      >
        <Texts context={context} seq={operation.seq} texts={difference} />
      </Fold>
    </div>
  );
}

/** The path of a file; leads to the file in the view Files, unless that is the view. */
export function FilePath({ context, path }: { readonly context: CardContext; readonly path: string }) {
  const { recording, openFile } = context;
  const text = <bdi class="path">{toVisibleLine(path)}</bdi>;
  if (!openFile) return text;
  const route = { recording, view: 'files', file: path } as const;
  return (
    <InnerLink
      class="seq-link file-link"
      title="Show the file"
      href={renderRoute(route)}
      onFollow={() => openFile(path)}
    >
      {text}
    </InnerLink>
  );
}

/** The outcome of a proposal, or the kind of a write: in words, never by colour alone. */
export const Note = ({ note }: { readonly note: OperationNote }) => (
  <span class="aside toned operation-note" data-tone={note.tone}>
    {toVisibleLine(note.text)}
  </span>
);

interface TextsProps {
  readonly context: CardContext;
  readonly seq: number;
  readonly texts: TextPair | null;
}

/** Two texts, compared. */
export function Texts({ context, seq, texts }: TextsProps) {
  if (!texts) return null;
  const { before, after, missing } = texts;
  if (after === null) return <MissingNote context={context} text={{ text: '', missing }} seq={seq} />;
  return <DiffView before={before ?? ''} after={after} context={context} />;
}
