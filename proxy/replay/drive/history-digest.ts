import { stringAt } from '#core/json/json.ts';
import { isTurnContent } from '#core/rules/helpers/turn-content.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { createTurnDigest, type Neutral, type TurnDigest } from './turn-digest.ts';

/** The history that an agent replayed when it reopened a session. */
export interface HistoryDigest {
  /** The person's messages. */
  readonly prompts: readonly string[];
  /** Everything of the agent, all turns together: `number` is 0, and there is no end. */
  readonly rest: TurnDigest;
}

/**
 * Folds the updates of a session between the request that reopened it and its first prompt. Continues after the answer,
 * because some agents answer before they have sent the whole history.
 */
export function createHistoryDigest(opened: MessageRef, session: string, neutral: Neutral) {
  const rest = createTurnDigest({ started: opened, session, number: 0 }, neutral);
  const prompts: string[] = [];
  let message: string | undefined; // the person's current message

  return {
    update(variant: string | undefined, update: unknown, place: MessageRef): void {
      if (variant === 'user_message_chunk') {
        const id = stringAt(update, 'messageId') ?? '';
        if (message === id) prompts.push(prompts.pop() + textOf(update));
        else prompts.push(textOf(update));
        message = id;
        return;
      }
      if (isTurnContent(variant)) message = undefined;
      rest.update(variant, update, place);
    },
    current: (): HistoryDigest => ({
      prompts: prompts.map((text) => neutral.text(text).replace(/\s+/g, ' ').trim()),
      rest: rest.current(),
    }),
  };
}

/** The text of a piece of a message; for an image or a link its kind. */
const textOf = (update: unknown): string =>
  stringAt(update, 'content', 'text') ?? `[${stringAt(update, 'content', 'type') ?? 'nothing'}]`;
