import type { Card } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { AskView } from './ask-view.tsx';
import { Blocks } from './block-view.tsx';
import type { CardContext } from './card-context.ts';
import { CardHead } from './card-head.tsx';
import { ChangeView } from './change-view.tsx';
import { cardName, toDurationText, toPlanProgress, toSessionRow, toTurnEndRow } from './conversation-rows.ts';
import { FileView } from './file-view.tsx';
import { Fold } from './fold.tsx';
import { PlanView } from './plan-view.tsx';
import { QuestionView } from './question-view.tsx';
import { TerminalBlock } from './terminal-block.tsx';
import { ToolCallView } from './tool-call-view.tsx';
import { ToolHead } from './tool-head.tsx';
import './card-view.css';

/** The content of a card, by its kind. */
export function CardView({ context, card }: { context: CardContext; card: Card }) {
  const name = cardName(card);
  const lasted = toDurationText(card, context.isLive);
  switch (card.kind) {
    case 'session': {
      const { title, tone, facts } = toSessionRow(card);
      return (
        <CardHead title={title} tone={tone} lasted={card.until === null ? lasted : ''} failure={card.failure}>
          {facts.map((fact) => (
            <span key={fact.name} class="fact">
              {fact.name} <bdi class="path">{toVisibleLine(fact.value)}</bdi>
            </span>
          ))}
        </CardHead>
      );
    }
    case 'prompt':
      return (
        <>
          <CardHead title="Prompt" />
          <Blocks context={context} name={name} blocks={card.blocks} />
        </>
      );
    case 'message':
      if (card.by === 'thought')
        return (
          <Fold context={context} name={name} summary={`Thought${lasted === '' ? '' : ` for ${lasted}`}`}>
            <Blocks context={context} name={name} blocks={card.blocks} />
          </Fold>
        );
      return (
        <>
          <CardHead title={card.by === 'agent' ? 'Agent' : 'User'} lasted={lasted} />
          <Blocks context={context} name={name} blocks={card.blocks} />
        </>
      );
    case 'plan':
      return (
        <>
          <CardHead title="Plan">
            <span class="fact">{card.plans.map(({ items }) => toPlanProgress(items)).join(', ')}</span>
          </CardHead>
          {card.plans.map((plan) => (
            <PlanView key={plan.id} plan={plan} />
          ))}
        </>
      );
    case 'tool-call':
      return (
        <>
          <ToolHead context={context} body={card} lasted={lasted} />
          <ToolCallView context={context} name={name} body={card} seq={card.first} />
        </>
      );
    case 'permission':
      return (
        <>
          {card.asks.map((ask) => (
            <AskView key={ask.seq} context={context} ask={ask} />
          ))}
        </>
      );
    case 'files':
      return (
        <>
          {card.files.map((file) => (
            <FileView key={file.seq} context={context} name={`${name}/${file.seq}`} file={file} />
          ))}
        </>
      );
    case 'terminal':
      return (
        <>
          {card.terminals.map((terminal, index) => (
            <TerminalBlock key={index} context={context} name={`${name}/${index}`} terminal={terminal} />
          ))}
        </>
      );
    case 'question':
      return <QuestionView context={context} name={name} question={card.question} lasted={lasted} />;
    case 'change':
      return <ChangeView context={context} name={name} body={card} />;
    case 'notice':
      return (
        <CardHead title={toVisibleLine(card.title)}>
          <span class="fact">{toVisibleLine(card.severity ?? '')}</span>
          {card.text !== null && <p class="card-words">{toVisibleLine(card.text)}</p>}
        </CardHead>
      );
    case 'turn-end': {
      const { title, tone, facts } = toTurnEndRow(card, lasted);
      return (
        <CardHead title={title} tone={tone} failure={card.failure}>
          {facts.map((fact) => (
            <span key={fact} class="fact">
              {fact}
            </span>
          ))}
        </CardHead>
      );
    }
    case 'process':
      return (
        <p class="card-process" data-trouble={card.isTrouble}>
          {toVisibleLine(card.text)}
        </p>
      );
  }
}
