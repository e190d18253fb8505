import type { TerminalView } from '#core/model/cards.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { AnsiText } from './ansi-text.tsx';
import { foldName, type CardContext } from './card-context.ts';
import { lastLines } from './output-lines.ts';
import { MissingNote } from './missing-note.tsx';
import { SeqLink } from './seq-link.tsx';
import { toExitText } from './tool-rows.ts';
import './terminal-block.css';

/** A command, its output and its exit. */
export function TerminalBlock({
  context,
  name,
  terminal,
}: {
  context: CardContext;
  name: string;
  terminal: TerminalView;
}) {
  const { seq, id, command, cwd, output, isTruncated, failure } = terminal;
  const exit = toExitText(terminal, context.isLive);
  return (
    <div class="framed terminal" data-terminal={id}>
      <div class="flow terminal-head">
        <span class="terminal-command">
          <span aria-hidden="true">$ </span>
          {command === null ? `terminal ${toVisibleLine(id ?? '')}` : toVisibleLine(command)}
        </span>
        {cwd !== null && <span class="terminal-cwd">{toVisibleLine(cwd)}</span>}
        <span class="toned terminal-exit" data-tone={exit.tone}>
          {exit.text}
        </span>
        <SeqLink context={context} seq={seq} />
      </div>
      {failure && <p class="kept-lines card-failure">{toVisibleLine(failure.message)}</p>}
      {isTruncated && <p class="missing-note">The client kept only the end of the output.</p>}
      <MissingNote context={context} text={output} seq={seq} />
      {output.text !== '' && <OutputText context={context} name={name} text={output.text} />}
    </div>
  );
}

/** The end of an output, with a button for all of it. */
export function OutputText({ context, name, text }: { context: CardContext; name: string; text: string }) {
  const { folds, sought } = context;
  const own = foldName(name, context);
  const { hidden, tail } = lastLines(text);
  const isWhole = hidden === 0 || folds.isOpen(own, sought !== undefined);
  return (
    <>
      {hidden > 0 && (
        <button
          type="button"
          class="gap-button terminal-more"
          aria-expanded={isWhole}
          onClick={() => folds.set(own, !isWhole)}
        >
          {isWhole ? 'Show the end only' : `⋯ ${formatCount(hidden)} lines before`}
        </button>
      )}
      <pre class="kept-lines terminal-output" tabIndex={0} dir="ltr">
        <AnsiText text={isWhole ? text : tail} />
      </pre>
    </>
  );
}
