import { valueAt } from '#core/json/json.ts';
import type { Block, CardBody } from '#core/model/cards.ts';
import { createBlocks, toBlocks } from './blocks.ts';
import { createBudget } from './budget.ts';
import { paramsOf, updateOf, variantOf, type CardMessage } from './card-message.ts';

type MessageBody = Extract<CardBody, { kind: 'message' }>;

/** The text of a run of chunks, or of a whole message (version 2) and the chunks after it. */
export function toMessage(messages: readonly CardMessage[], by: MessageBody['by']): MessageBody {
  const blocks = createBlocks(createBudget());
  for (const message of messages) {
    const content = valueAt(updateOf(message), 'content');
    if (variantOf(message)?.endsWith('_chunk') === false) {
      if (content !== undefined) blocks.replace(content, message.seq); // a patch: absent members stay unchanged
    } else if (content !== undefined && content !== null) blocks.push(content, message.seq);
  }
  return { kind: 'message', by, blocks: blocks.all() };
}

/** The person's prompt. */
export function toPrompt(messages: readonly CardMessage[]): {
  readonly kind: 'prompt';
  readonly blocks: readonly Block[];
} {
  const request = messages.find(({ message }) => message.kind === 'request');
  const prompt = request && valueAt(paramsOf(request), 'prompt');
  return { kind: 'prompt', blocks: request ? toBlocks(prompt, request.seq, createBudget()) : [] };
}
