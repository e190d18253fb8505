import { REQUEST_CANCELLED } from '#core/protocol/error-codes.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';
import type { Grade } from '#core/model/finding.ts';
import { defineRule } from '../engine/rule.ts';
import { CANCEL, CANCELLED, PROMPT } from '../examples/turn.ts';
import { createSessionCancels, createWithdrawals } from '../helpers/cancellations.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** Errors that refuse the prompt before any work: not logged in, no such session, bad request. */
const REFUSALS = new Set([-32000, -32002, -32600, -32601, -32602]);

/** Less than a line takes through two pipes: the agent cannot have read the `session/cancel`. */
const UNREAD_US = 1000;

export default defineRule({
  id: 'cancel/prompt-is-answered-without-error',
  grade: 'error',
  binds: 'agent',
  versions: [1], // in version 2 the response does not wait for the end of the work
  requires:
    'When the client has cancelled a turn, the agent MUST catch what aborting its work throws, and answer the prompt with the stop reason `cancelled`, not with an error.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation',
  peers:
    'Editors show the error to the person who has just pressed stop. The usual cause is an AbortError of the model’s client that nobody catches.',
  start() {
    const cancels = createSessionCancels('client', 'session/prompt');
    const withdrawals = createWithdrawals();
    return {
      notification(event, _verdict, trace) {
        cancels.remember(event, trace);
        withdrawals.remember(event, trace);
      },
      answered({ exchange }, verdict) {
        const { outcome, closed, opened } = exchange;
        const cancel = cancels.of(exchange);
        if (!cancel || !outcome) return;
        if (outcome.ok) return verdict.kept();
        const { error } = outcome;
        if (REFUSALS.has(error.code)) return;
        if (error.code === REQUEST_CANCELLED && withdrawals.has(exchange)) return verdict.kept();
        const grade = milder(error, cancel, closed);
        verdict.broken({
          seq: closed.seq,
          side: 'agent',
          message: `the cancelled prompt is answered with error ${error.code}`,
          seen: excerpt(`${error.code} ${error.message}`),
          expected: 'a result with the stop reason cancelled',
          pointer: '/error',
          related: [opened.seq, cancel.seq],
          ...(grade ? { grade } : {}),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${CANCEL}\n< 1 error {"code":-32603,"message":"AbortError: This operation was aborted"}`,
      `${PROMPT}\n${CANCEL}\n< 1 error {"code":-32800,"message":"Request cancelled"}`, // a warning: clients recognise the code
      `@9000 ${PROMPT}\n@9100 ${CANCEL}\n@9200 < 1 error {"code":429,"message":"Too many requests"}`, // crossed: a note
    ],
    keeps: [
      `${PROMPT}\n${CANCEL}\n${CANCELLED}`,
      `${PROMPT}\n${CANCEL}\n> $/cancel_request {"requestId":1}\n< 1 error {"code":-32800,"message":"Request cancelled"}`, // it was asked for
      `${PROMPT}\n${CANCEL}\n< 1 error {"code":-32000,"message":"Authentication required"}
       > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n${CANCEL}\n< 2 ok {"stopReason":"cancelled"}`, // never begun
    ],
  },
});

function milder({ code, message }: ErrorObject, cancel: MessageRef, closed: MessageRef): Grade | undefined {
  if (code === REQUEST_CANCELLED) return 'warning'; // agents also use this code when they end a request themselves
  const cannotBeAbort = closed.elapsed - cancel.elapsed < UNREAD_US && !/abort|cancel/i.test(message.slice(0, 1000));
  return cannotBeAbort ? 'note' : undefined;
}
