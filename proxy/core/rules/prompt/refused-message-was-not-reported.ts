import { valueAt, stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ACCEPTED, ECHO, idle, PROMPT, update as updateOf } from '../examples/turn.ts';
import { excerpt } from '#core/text/excerpt.ts';

const BEGIN = `${handshakeAndSession({ version: 2 })}\n${PROMPT}`;

export default defineRule({
  id: 'prompt/refused-message-was-not-reported',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  requires:
    'An error says that the prompt has not become a message. Once the agent has reported its user message, it MUST answer the prompt with a result and end failing work with the stop reason `error`.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#2-prompt-accepted',
  peers: 'Clients offer to send the prompt again, and the conversation has it twice.',
  start() {
    /** By session: its newest open prompt and its message. With two open prompts nothing is stored. */
    const waiting = new Map<string, { prompt: Exchange; count: number; reported?: MessageRef }>();
    return {
      request({ exchange }) {
        const { method, session, opened } = exchange;
        if (method !== 'session/prompt' || opened.from !== 'client' || session === undefined) return;
        waiting.set(session, { prompt: exchange, count: (waiting.get(session)?.count ?? 0) + 1 });
      },
      update({ session, variant, update, ref }) {
        if (variant !== 'user_message' && variant !== 'user_message_chunk') return;
        const one = waiting.get(session);
        if (one?.count !== 1 || one.reported) return;
        const text = textOf(valueAt(one.prompt.params, 'prompt'));
        if (text !== undefined && text === textOf(valueAt(update, 'content'))) one.reported = ref;
      },
      answered({ exchange }, verdict) {
        const { method, session = '', outcome, closed, opened } = exchange;
        const one = method === 'session/prompt' ? waiting.get(session) : undefined;
        if (!one || !outcome) return;
        one.count -= 1;
        if (one.count <= 0) waiting.delete(session);
        if (!one.reported || one.prompt !== exchange) return;
        if (outcome.ok) return verdict.kept();
        verdict.broken({
          seq: closed.seq,
          side: 'agent',
          message: 'the prompt is refused after its message was reported',
          seen: excerpt(`error ${outcome.error.code} ${outcome.error.message}`),
          expected: 'a result with the messageId, then idle with the stop reason error',
          pointer: '/error',
          related: [opened.seq, one.reported.seq],
        });
      },
    };
  },
  examples: {
    breaks: [
      `${BEGIN}\n${ECHO}\n< 1 error {"code":-32603,"message":"The model is not there"}`,
      `${BEGIN}\n${updateOf('user_message_chunk', { messageId: 'm1', content: { type: 'text', text: 'Fix the tests' } })}\n< 1 error {"code":-32800,"message":"Request cancelled"}`,
    ],
    keeps: [
      `${BEGIN}\n${ECHO}\n${ACCEPTED}\n${idle({ stopReason: 'error' })}`,
      `${BEGIN}\n< 1 error {"code":-32603,"message":"The model is not there"}\n${PROMPT}\n${ECHO}\n${ACCEPTED}`,
    ],
  },
});

/** The text of a content block, or of the first one of a list. */
const textOf = (content: unknown): string | undefined => {
  const block: unknown = Array.isArray(content) ? content[0] : content;
  return stringAt(block, 'text');
};
