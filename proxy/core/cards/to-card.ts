import { stringAt } from '#core/json/json.ts';
import type { CardBody } from '#core/model/cards.ts';
import { describeEvent } from '#core/trace/describe-event.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import { isOwnEvent } from '#core/wire/own-events.ts';
import { createBudget } from './budget.ts';
import { toRequestedChange, toReportedChange } from './change-card.ts';
import { toFiles } from './files.ts';
import { toMessage, toPrompt } from './message-card.ts';
import { toAsks } from './permission-card.ts';
import { toPlans } from './plan-card.ts';
import { toQuestion } from './question-card.ts';
import { toSession } from './session-card.ts';
import { updateOf, variantOf, type CardMessage, type CardSource } from './card-message.ts';
import { toTerminals } from './terminal-views.ts';
import { toToolCall } from './tool-call-card.ts';
import { toTurnEnd } from './turn-end-card.ts';

/**
 * Makes the card for a group of entries, as the user of the editor saw it. Pure, and never throws: any messages give
 * a card, which counts the characters it leaves out. Both protocol versions give the same cards.
 */
export function toCard({ kind, part, messages, event }: CardSource): CardBody {
  if (event) return toProcess(event);
  if (part === 'end') return toTurnEnd(messages.at(-1));
  switch (kind) {
    case 'session':
      return toSession(messages);
    case 'turn':
      return toPrompt(messages);
    case 'message':
      return toMessage(messages, 'agent');
    case 'thought':
      return toMessage(messages, 'thought');
    case 'user-message':
      return toMessage(messages, 'user');
    case 'plan':
      return { kind: 'plan', plans: toPlans(messages) };
    case 'tool-call':
      return toToolCall(messages);
    case 'permission':
      return { kind: 'permission', asks: toAsks(messages) };
    case 'file':
      return { kind: 'files', files: toFiles(messages, createBudget()) };
    case 'terminal':
      return { kind: 'terminal', terminals: toTerminals(messages, createBudget()) };
    case 'update':
      return toUpdate(messages);
    default: {
      const question = toQuestion(messages);
      return question ? { kind: 'question', question } : toRequestedChange(messages);
    }
  }
}

/** Makes a card from one update. */
function toUpdate(messages: readonly CardMessage[]): CardBody {
  const [message] = messages;
  if (!message || variantOf(message) !== 'notice') return toReportedChange(messages);
  const update = updateOf(message);
  return {
    kind: 'notice',
    severity: stringAt(update, 'severity') ?? null,
    title: stringAt(update, 'title') ?? '',
    text: stringAt(update, 'description') ?? null,
  };
}

function toProcess(event: EventEntry['event']): CardBody {
  const isOwn = isOwnEvent(event.event);
  const isWell = event.event === 'exit' && 'code' in event && event.code === 0;
  return { kind: 'process', text: describeEvent(event), isTrouble: !isOwn && !isWell, isOwn };
}
