import type { ToolCallBody, ToolContent } from '#core/model/cards.ts';
import { hasColours } from '../../text/ansi.ts';
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
import { SeqLink } from './seq-link.tsx';
import { OutputText, TerminalBlock } from './terminal-block.tsx';
import { isOutput } from './tool-rows.ts';
import './tool-call-view.css';

interface ToolCallViewProps {
  readonly context: CardContext;
  readonly name: string;
  readonly body: ToolCallBody;
  /** Its first entry. */
  readonly seq: number;
}

/** A tool call: locations, permission requests and results; raw input and output in folds. */
export function ToolCallView({ context, name, body, seq }: ToolCallViewProps) {
  const { locations, content, asks, files, terminals, input, output } = body;
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
      {asks.map((ask) => (
        <AskView key={ask.seq} context={context} ask={ask} />
      ))}
      {content.map((each, index) => (
        <ContentView
          key={index}
          context={context}
          name={`${name}/content/${index}`}
          content={each}
          kind={body.toolKind}
        />
      ))}
      {terminals.map((terminal, index) => (
        <TerminalBlock key={index} context={context} name={`${name}/terminal/${index}`} terminal={terminal} />
      ))}
      {files.map((file) => (
        <FileView key={file.seq} context={context} name={`${name}/file/${file.seq}`} file={file} />
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

interface ContentViewProps {
  readonly context: CardContext;
  readonly name: string;
  readonly content: ToolContent;
  /** Kind of the tool call. */
  readonly kind: string | null;
}

function ContentView({ context, name, content, kind }: ContentViewProps) {
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
            <bdi class="path">{toVisibleLine(content.path)}</bdi>
            {content.before === null && content.missing === 0 && <span class="fact">new file</span>}
            <SeqLink context={context} seq={content.seq} />
          </p>
          {content.after === null ? (
            <MissingNote context={context} text={{ text: '', missing: content.missing }} seq={content.seq} />
          ) : (
            <DiffView before={content.before ?? ''} after={content.after} isWide={context.isWide} />
          )}
        </div>
      );
    case 'patch':
      return <PatchView context={context} content={content} />;
    case 'terminal':
      return content.terminal ? (
        <TerminalBlock context={context} name={name} terminal={content.terminal} />
      ) : (
        <p class="attachment">
          Terminal <span class="path">{toVisibleLine(content.id)}</span>{' '}
          <span class="fact">what it printed did not pass with this tool call</span>{' '}
          <SeqLink context={context} seq={content.seq} />
        </p>
      );
  }
}
