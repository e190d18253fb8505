import { stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ACCEPTED, ECHO, idle, message, PROMPT, RUNNING, update as updateOf } from '../examples/turn.ts';
import { createForegrounds } from '../helpers/foreground.ts';

const BEGIN = `${handshakeAndSession({ version: 2 })}\n${PROMPT}`;

/** How many messages reported before the response to their prompt are remembered. */
const MAX_REMEMBERED = 64;

interface Session {
  waiting: number; // prompts without a response
  readonly early: Set<string>; // messages reported meanwhile
  readonly owed: Map<string, { readonly prompt: Exchange; readonly accepted: Exchange['opened']; idles: number }>;
}

export default defineRule({
  id: 'prompt/accepted-message-is-reported',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  restsOn: ['user_message', 'user_message_chunk', 'state_update'],
  requires:
    'The agent MUST report the user message that a prompt has become, with the `messageId` of the prompt’s response, before or after that response and before it goes idle.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#2-prompt-accepted',
  peers: 'Clients wait for it to place the message in the conversation: the prompt looks as if it had not been sent.',
  start() {
    const sessions = new Map<string, Session>();
    const foregrounds = createForegrounds();
    const atWork = new WeakSet<Exchange>(); // prompts sent while something was running

    function settle(id: string, session: Session): void {
      if (session.waiting === 0) session.early.clear();
      if (session.waiting === 0 && session.owed.size === 0) sessions.delete(id);
    }

    return {
      request({ exchange }) {
        const { method, session: id, opened } = exchange;
        if (method !== 'session/prompt' || opened.from !== 'client' || id === undefined) return;
        const session = sessions.get(id) ?? { waiting: 0, early: new Set(), owed: new Map() };
        session.waiting += 1;
        sessions.set(id, session);
        if (foregrounds.of(id) !== 'idle') atWork.add(exchange);
      },
      answered({ exchange }, verdict) {
        const { method, session: id = '', outcome, closed } = exchange;
        const session = method === 'session/prompt' ? sessions.get(id) : undefined;
        if (!session || !outcome) return;
        session.waiting = Math.max(0, session.waiting - 1);
        const messageId = outcome.ok ? stringAt(outcome.result, 'messageId') : undefined;
        if (messageId !== undefined && session.early.delete(messageId)) verdict.kept();
        // Work that was running may go idle between response and report: then the idle after that counts.
        else if (messageId !== undefined)
          session.owed.set(messageId, { prompt: exchange, accepted: closed, idles: atWork.has(exchange) ? 2 : 1 });
        settle(id, session);
      },
      session({ session: { id } }) {
        sessions.delete(id);
        foregrounds.forget(id);
      },
      update(event, verdict, trace) {
        const { session: id, variant, update, ref } = event;
        const before = foregrounds.store(event);
        const session = sessions.get(id);
        if (!session) return;
        if (variant === 'user_message' || variant === 'user_message_chunk') {
          const messageId = stringAt(update, 'messageId');
          if (messageId === undefined) return;
          if (session.owed.delete(messageId)) verdict.kept();
          else if (session.waiting > 0 && session.early.size < MAX_REMEMBERED) session.early.add(messageId);
          return settle(id, session);
        }
        if (before === undefined || before === 'idle' || foregrounds.of(id) !== 'idle') return;
        for (const [messageId, due] of session.owed) {
          due.idles -= 1;
          if (due.idles > 0) continue;
          session.owed.delete(messageId);
          verdict.broken({
            seq: ref.seq,
            missedIn: id,
            missedSince: due.prompt.opened.seq,
            side: 'agent',
            message: `idle, and the message ${JSON.stringify(messageId)} of the prompt was never reported`,
            seen: 'no user_message and no user_message_chunk with this id',
            expected: 'the user message that was accepted',
            related: [due.prompt.opened.seq, due.accepted.seq],
            ...noteUnlessComplete(trace),
          });
        }
        settle(id, session);
      },
    };
  },
  examples: {
    breaks: [
      `${BEGIN}\n${ACCEPTED}\n${RUNNING}\n${message('m2')}\n${idle()}`,
      `${BEGIN}\n${updateOf('user_message', { messageId: 'other' })}\n${ACCEPTED}\n${RUNNING}\n${idle()}`,
    ],
    keeps: [
      `${BEGIN}\n${ACCEPTED}\n${ECHO}\n${RUNNING}\n${idle()}`,
      `${BEGIN}\n${RUNNING}\n${ECHO}\n${ACCEPTED}\n${idle()}`, // before the response
      `${BEGIN}\n${ACCEPTED}\n${updateOf('user_message_chunk', { messageId: 'm1', content: { type: 'text', text: 'Fix' } })}\n${RUNNING}\n${idle()}`,
    ],
  },
});
