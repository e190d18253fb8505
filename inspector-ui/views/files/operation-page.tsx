import { useEffect, useMemo } from 'preact/hooks';
import type { OperationsWindow, ShownOperation } from '#core/model/files.ts';
import { Loading } from '../../components/loading.tsx';
import { createRecordingValue } from '../../state/shell/recording-value.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from '../conversation/card-context.ts';
import { Fold } from '../conversation/fold.tsx';
import { MissingNote } from '../conversation/missing-note.tsx';
import { PatchText } from '../conversation/patch-view.tsx';
import { SeqLink } from '../conversation/seq-link.tsx';
import { VisibleRuns } from '../../components/visible-text.tsx';
import { Note, Texts } from '../conversation/written-file.tsx';
import type { ViewProps } from '../view.ts';
import { showsTexts, toOperationLine, toTextsTitle } from './files-rows.ts';

/** Operations fetched together. */
const PAGE = 20;

interface PageProps extends ViewProps {
  readonly context: CardContext;
  readonly path: string;
  readonly q: string;
  readonly page: number;
  /** Shows the next page; undefined if it is shown. */
  readonly onMore: (() => void) | undefined;
}

/** Some of the operations on a file, with their differences; after the last one the text of the file. */
export function OperationPage({ inspector, opened, context, path, q, page, onMore }: PageProps) {
  const { backend, startTimer } = inspector;
  const watched = useMemo(() => {
    const query = { path, q, from: page * PAGE, count: PAGE };
    return createRecordingValue({ recording: opened.recording, backend, startTimer }, (recording, signal) =>
      backend.operations(recording, query, signal),
    );
  }, [opened, backend, startTimer, path, q, page]);
  useEffect(() => watched.dispose, [watched]);
  const fetched = watched.fetched.value;
  if (fetched.kind === 'loading') return <Loading />;
  if (fetched.kind === 'failed')
    return (
      <p class="warning-line">
        {fetched.reason}{' '}
        <button type="button" class="plain-button" onClick={watched.retry}>
          Try again
        </button>
      </p>
    );
  const { operations, from, total, text } = fetched.value;
  const rest = total - from - operations.length;
  return (
    <>
      <ol class="plain-list operations">
        {operations.map((shown) => (
          <Operation key={`${shown.operation.seq}/${shown.operation.kind}`} context={context} shown={shown} />
        ))}
      </ol>
      {rest > 0 && onMore && (
        <button type="button" class="plain-button" onClick={onMore}>
          {formatCount(rest)} more
        </button>
      )}
      {text && <FinalText context={context} path={path} text={text} />}
    </>
  );
}

function Operation({ context, shown }: { readonly context: CardContext; readonly shown: ShownOperation }) {
  const { operation, difference, patch, against } = shown;
  const { seq, kind } = operation;
  const { what, note, warning, call } = toOperationLine(operation, context.isLive);
  const name = `${operation.path}/${seq}/${kind}`;
  return (
    <li class="operation" data-operation={kind} data-seq={seq}>
      <p class="flow operation-line">
        <SeqLink context={context} seq={seq} />
        <span class="operation-what">{what}</span>
        <Note note={note} />
        {call !== '' && (
          <span class="aside operation-call" dir="auto">
            in {toVisibleLine(call)}
          </span>
        )}
      </p>
      {warning !== null && !against && <p class="warning-line operation-warning">{warning}</p>}
      {against && (
        <>
          <p class="aside diff-title">Proposed, and what was written instead</p>
          <Texts context={context} seq={seq} texts={against} />
        </>
      )}
      {difference && (
        <Fold
          context={context}
          name={name}
          isOpen={showsTexts(operation) && !against}
          summary={toTextsTitle(operation)}
        >
          <Texts context={context} seq={seq} texts={difference} />
        </Fold>
      )}
      {patch && (
        <Fold context={context} name={name} isOpen summary="Patch">
          <PatchText text={patch.text} />
          <MissingNote context={context} text={patch} seq={seq} />
        </Fold>
      )}
    </li>
  );
}

interface FinalTextProps {
  readonly context: CardContext;
  readonly path: string;
  readonly text: NonNullable<OperationsWindow['text']>;
}

function FinalText({ context, path, text }: FinalTextProps) {
  return (
    <Fold
      context={context}
      name={`${path}/text`}
      summary={`Final text, ${formatCounted(text.text.length + text.missing, 'character')}`}
    >
      <pre class="kept-lines block-text" tabIndex={0} aria-label="Text of the file">
        <VisibleRuns text={text.text} />
      </pre>
      <MissingNote context={context} text={text} seq={text.seq} />
      <SeqLink context={context} seq={text.seq} />
    </Fold>
  );
}
