import type { ToolCallBody, ToolContent } from '#core/model/cards.ts';
import { hasColours } from '../../text/ansi.ts';
import { formatCounted } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { AnsiText } from './ansi-text.tsx';
import { AskView } from './ask-view.tsx';
import { BlockView } from './block-view.tsx';
import type { CardContext } from './card-context.ts';
import { DiffView } from './diff-view.tsx';
import { FileView } from './file-view.tsx';
import { Fold } from './fold.tsx';
import { MissingNote } from './missing-note.tsx';
import { PatchView } from './patch-view.tsx';
import { ProposedFile } from './proposed-file.tsx';
import { SeqLink } from './seq-link.tsx';
import { OutputText, TerminalBlock } from './terminal-block.tsx';
import { isOutput } from './tool-rows.ts';
import { toToolSteps, type OperationNote, type ToolStep } from './tool-steps.ts';
import { FilePath, Note, WrittenFile } from './written-file.tsx';
import './tool-call-view.css';

interface ToolCallViewProps {
  readonly context: CardContext;
  readonly name: string;
  readonly body: ToolCallBody;
  /** Its first entry. */
  readonly seq: number;
}

/** A tool call: its locations, then what happened in order; raw input and output in folds. */
export function ToolCallView({ context, name, body, seq }: ToolCallViewProps) {
  const { locations, input, output, earlierOperations = 0 } = body;
  return (
    <div class="tool-call" data-status={body.status}>
      {locations.length > 0 && (
        <ul class="plain-list tool-locations" aria-label="Files">
          {locations.map(({ path, line }, index) => (
            <li key={index} class="path">
              <bdi>{toVisibleLine(path)}</bdi>
              {line !== null && <span class="fact">:{line}</span>}
            </li>
          ))}
        </ul>
      )}
      {earlierOperations > 0 && (
        <p class="aside">
          {formatCounted(earlierOperations, 'earlier proposal or write', 'earlier proposals and writes')} in Files
        </p>
      )}
      {toToolSteps(body, context.isLive).map((step) => (
        <StepView key={nameOfStep(step)} context={context} name={name} step={step} kind={body.toolKind} />
      ))}
      {[
        { title: 'Raw input', text: input },
        { title: 'Raw output', text: output },
      ].map(
        ({ title, text }) =>
          text && (
            <Fold key={title} context={context} name={`${name}/${title}`} summary={title}>
              <pre class="kept-lines block-text" tabIndex={0}>
                <AnsiText text={text.text} />
              </pre>
              <MissingNote context={context} text={text} seq={seq} />
            </Fold>
          ),
      )}
    </div>
  );
}

/** Unique among the steps of a call, and stable while it grows. */
const nameOfStep = (step: ToolStep): string =>
  `${step.kind}/${step.kind === 'content' || step.kind === 'terminal' ? step.index : step.seq}`;

interface StepProps {
  readonly context: CardContext;
  readonly name: string;
  readonly step: ToolStep;
  readonly kind: string | null;
}

function StepView({ context, name, step, kind }: StepProps) {
  const own = `${name}/${nameOfStep(step)}`;
  switch (step.kind) {
    case 'ask':
      return <AskView context={context} ask={step.ask} />;
    case 'content':
      return <ContentView context={context} name={own} {...step} kind={kind} />;
    case 'terminal':
      return <TerminalBlock context={context} name={own} terminal={step.terminal} />;
    case 'file':
      return <FileView context={context} name={own} file={step.file} />;
    case 'proposal':
      return <ProposedFile context={context} name={own} shown={step.shown} note={step.note} />;
    case 'write':
      return <WrittenFile context={context} name={own} shown={step.shown} note={step.note} />;
  }
}

interface ContentViewProps {
  readonly context: CardContext;
  readonly name: string;
  readonly content: ToolContent;
  /** Kind of the tool call. */
  readonly kind: string | null;
  /** `Proposed` or `Reported` above a change. */
  readonly word: string;
  /** The outcome of a proposed change. */
  readonly note: OperationNote | undefined;
}

function ContentView({ context, name, content, kind, word, note }: ContentViewProps) {
  switch (content.kind) {
    case 'block': {
      const { block } = content;
      if (block.kind !== 'text' || !(hasColours(block.text) || isOutput(block.text, kind)))
        return <BlockView context={context} name={name} block={block} />;
      return (
        <div class="framed terminal">
          <OutputText context={context} name={name} text={block.text} />
          <MissingNote context={context} text={block} seq={content.seq} />
        </div>
      );
    }
    case 'diff':
      return (
        <div class="tool-diff" data-path={content.path}>
          <p class="flow tool-diff-head">
            <span>{word}</span>
            <FilePath context={context} path={note?.path ?? content.path} />
            {content.before === null && content.missing === 0 && <span class="fact">new file</span>}
            <SeqLink context={context} seq={note?.seq ?? content.seq} />
            {note && <Note note={note} />}
          </p>
          {content.after === null ? (
            <MissingNote context={context} text={{ text: '', missing: content.missing }} seq={content.seq} />
          ) : (
            <DiffView before={content.before ?? ''} after={content.after} context={context} />
          )}
        </div>
      );
    case 'patch':
      return (
        <>
          <p class="flow tool-diff-head">
            <span>{word}</span>
            {note && <Note note={note} />}
          </p>
          <PatchView context={context} content={content} />
        </>
      );
    case 'terminal':
      return content.terminal ? (
        <TerminalBlock context={context} name={name} terminal={content.terminal} />
      ) : (
        <p class="attachment">
          Terminal <span class="path">{toVisibleLine(content.id)}</span>{' '}
          <span class="fact">its output is not in this tool call</span> <SeqLink context={context} seq={content.seq} />
        </p>
      );
  }
}
