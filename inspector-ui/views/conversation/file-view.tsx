import { wasDelivered } from '#core/cards/card-message.ts';
import type { FileAccess } from '#core/model/cards.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { AnsiText } from './ansi-text.tsx';
import type { CardContext } from './card-context.ts';
import { Fold } from './fold.tsx';
import { MissingNote } from './missing-note.tsx';
import { SeqLink } from './seq-link.tsx';
import { toFileFacts } from './tool-rows.ts';

/** A file that the client read or wrote for the agent, with its text in a fold. */
export function FileView({ context, name, file }: { context: CardContext; name: string; file: FileAccess }) {
  const { seq, answered, operation, path, content, failure } = file;
  const [read, wrote] = wasDelivered(file) ? ['Read', 'Wrote'] : ['Read of', 'Write of'];
  const summary = (
    <>
      {operation === 'read' ? read : wrote} <bdi class="path">{toVisibleLine(path)}</bdi>{' '}
      <span class="fact">{toFileFacts(file, context.isLive)}</span>
    </>
  );
  return (
    <div class="flow file">
      {content === null || content.text === '' ? (
        <span class="soft">{summary}</span>
      ) : (
        <Fold context={context} name={name} summary={summary}>
          <pre class="kept-lines block-text" tabIndex={0} aria-label={`${formatCount(content.text.length)} characters`}>
            <AnsiText text={content.text} />
          </pre>
          <MissingNote context={context} text={content} seq={operation === 'read' ? (answered ?? seq) : seq} />
        </Fold>
      )}
      <SeqLink context={context} seq={seq} />
      {failure && <p class="kept-lines card-failure">{toVisibleLine(failure.message)}</p>}
    </div>
  );
}
