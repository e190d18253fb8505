import { stringAt } from '#core/json/json.ts';
import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import { formOf } from '#core/protocol/method-form.ts';
import { cancels, closesSession, isElicitation } from '#core/protocol/method-traits.ts';
import type { AnsweredExchange } from '#core/trace/exchanges.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ASK, CANCEL, CANCELLED, DISMISSED, NEXT_PROMPT, PROMPT, selected } from '../examples/turn.ts';
import { elicitationAnswer } from '../helpers/elicitation-form.ts';
import { isAllowed } from '../helpers/permission-answer.ts';

/** True for messages after which a session’s work may end. */
const mayStop = (method: string): boolean => cancels(method) || closesSession(method) || method === 'session/archive';

export default defineRule({
  id: 'cancel/cancelled-was-asked-for',
  grade: 'warning',
  binds: 'agent',
  versions: [1], // in version 2 other interactions may end work as cancelled
  requires:
    'The stop reason `cancelled` means that the client has cancelled the turn. A turn that the agent stops on its own account ends with another reason, or with an error.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#stop-reasons',
  peers: 'Clients show the turn as stopped by the user, who did nothing, and nobody learns why it stopped.',
  start() {
    const running = new Map<string, number>(); // running turns by session
    const asked = new Set<string>(); // sessions with a running turn that something may have stopped

    const ask = (session: string | undefined) => {
      if (session !== undefined && running.has(session)) asked.add(session);
    };

    return {
      call({ method, session, ref }) {
        if (ref.from !== 'client') return;
        if (mayStop(method)) ask(session);
        else if (formOf(method, 'client') === 'unknown')
          for (const one of session === undefined ? running.keys() : [session]) ask(one); // an extension may stop it
      },
      notification(event, _verdict, trace) {
        const id = event.ref.from === 'client' ? idToCancel(event.notification) : undefined;
        if (id !== undefined) ask(trace.openRequest('client', id)?.session);
      },
      answered({ exchange }) {
        if (isNo(exchange)) ask(exchange.session);
      },
      turn({ turn: { session, started, ended, outcome } }, verdict, trace) {
        const others = (running.get(session) ?? 0) - (ended ? 1 : 0);
        if (!ended) {
          if (others > 0) asked.add(session); // prompt/one-turn-at-a-time: some agents cancel the first
          running.set(session, others + 1);
          return;
        }
        if (outcome === 'cancelled' && asked.has(session)) verdict.kept();
        else if (outcome === 'cancelled')
          verdict.broken({
            seq: ended.seq,
            side: 'agent',
            message: 'the turn ends as cancelled, and nobody has cancelled it',
            seen: 'cancelled',
            expected: 'the stop reason that applies, or an error',
            pointer: '/result/stopReason',
            related: [started.seq],
            ...noteUnlessComplete(trace),
          });
        if (others > 0) return void running.set(session, others);
        running.delete(session);
        asked.delete(session);
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${CANCELLED}`,
      `${PROMPT}\n${CANCEL}\n${CANCELLED}\n${NEXT_PROMPT}\n< 2 ok {"stopReason":"cancelled"}`, // the cancel was for the turn before
    ],
    keeps: [
      `${PROMPT}\n${CANCEL}\n${CANCELLED}`,
      `${PROMPT}\n> $/cancel_request {"requestId":1}\n${CANCELLED}`,
      `${handshakeAndSession({ agent: { sessionCapabilities: { close: {} } } })}\n${PROMPT}\n> 2 session/close {"sessionId":"s"}\n${CANCELLED}\n< 2 ok {}`,
      `${PROMPT}\n${NEXT_PROMPT}\n${CANCELLED}`, // Gemini CLI stops the first when a second comes
      `${PROMPT}\n${ASK}\n${DISMISSED}\n${CANCELLED}`, // closing the dialog
      `${PROMPT}\n${ASK}\n${selected('no')}\n${CANCELLED}`, // a refusal may end the turn
      `${PROMPT}\n< 5 session/elicitation {"sessionId":"s","mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{}}}\n> 5 ok {"action":{"action":"decline"}}\n${CANCELLED}`, // in an early draft
      `${PROMPT}\n> 2 _session/goal {"sessionId":"s","clear":true}\n${CANCELLED}`, // an extension may stop the turn
    ],
  },
});

/** True when the person refused a request: an agent may end its turn then. */
function isNo(exchange: AnsweredExchange): boolean {
  const { method, outcome } = exchange;
  if (method === 'session/request_permission') return !isAllowed(exchange);
  if (!isElicitation(method)) return false;
  return !outcome.ok || stringAt(elicitationAnswer(outcome.result).answer, 'action') !== 'accept';
}
