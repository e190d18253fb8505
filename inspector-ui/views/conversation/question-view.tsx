import type { Question } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { AnsiText } from './ansi-text.tsx';
import type { CardContext } from './card-context.ts';
import { CardHead } from './card-head.tsx';
import { Fold } from './fold.tsx';
import { WebLink } from './inlines.tsx';
import { MarkdownView } from './markdown-view.tsx';

interface QuestionViewProps {
  readonly context: CardContext;
  readonly name: string;
  readonly question: Question;
  readonly lasted: string;
}

/** A form or URL that the client showed to the user, and the answer. */
export function QuestionView({ context, name, question, lasted }: QuestionViewProps) {
  const { message, fields, url, action, answer, failure } = question;
  return (
    <>
      <CardHead title="Question" lasted={lasted} failure={failure}>
        <span class="fact">{action === null ? '' : toVisibleLine(action)}</span>
      </CardHead>
      <MarkdownView text={message} />
      {fields.length > 0 && <p class="card-line">Asks for {fields.map(toVisibleLine).join(', ')}</p>}
      {url !== null && (
        <p class="card-line">
          <WebLink address={url} isBare>
            {toVisibleLine(url)}
          </WebLink>
        </p>
      )}
      {answer && (
        <Fold context={context} name={name} summary="Answer">
          <pre class="kept-lines block-text" tabIndex={0}>
            <AnsiText text={answer.text} />
          </pre>
        </Fold>
      )}
    </>
  );
}
