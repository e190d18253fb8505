import { isTurnContent } from '#core/rules/turn-content.ts';
import type { Place } from '#core/trace/place.ts';
import { stringAt } from '#core/wire/json.ts';
import { createTurnDigest, type Neutral, type TurnDigest } from './turn-digest.ts';

/** What an agent replayed of a session that it opened again. */
export interface HistoryDigest {
  /** What the person had said, message by message. */
  readonly prompts: readonly string[];
  /** What the agent had, of all turns together: `number` is 0, and it has no end. */
  readonly rest: TurnDigest;
}

/**
 * Folds what is said in a session between the request that opened it again and its first prompt. Some agents answer the request before
 * they have told all, so its answer is no end.
 */
export function createHistoryDigest(opened: Place, session: string, neutral: Neutral) {
  const rest = createTurnDigest({ started: opened, session, number: 0 }, neutral);
  const prompts: string[] = [];
  let message: string | undefined; // the person's last one, while it goes on

  return {
    update(variant: string | undefined, update: unknown, place: Place): void {
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

/** A piece of a message; of an image or a link its kind. */
const textOf = (update: unknown): string =>
  stringAt(update, 'content', 'text') ?? `[${stringAt(update, 'content', 'type') ?? 'nothing'}]`;
