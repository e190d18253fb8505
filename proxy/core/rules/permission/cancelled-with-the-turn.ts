import { REQUEST_CANCELLED } from '#core/protocol/error-codes.ts';
import { stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { ASK, CANCEL, CANCELLED, DISMISSED, PROMPT, selected } from '../examples/turn.ts';
import { createSessionCancels, createWithdrawals } from '../helpers/cancellations.ts';

/** For examples: the agent asks again, in a session that is not cancelled. */
const ELSEWHERE = `
  > "n" session/new {"cwd":"/home/me/app","mcpServers":[]}
  < "n" ok {"sessionId":"other"}
  < 8 session/request_permission {"sessionId":"other","toolCall":{"toolCallId":"u"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}`;

export default defineRule({
  id: 'permission/cancelled-with-the-turn',
  grade: 'error',
  binds: 'client',
  versions: [1], // in version 2 the agent stops waiting
  requires:
    'After session/cancel, the client MUST answer every permission request still pending in that session with the outcome `cancelled`.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation',
  peers:
    'Zed answers `cancelled` at once. Agents that get another answer run the tool call that the person has just stopped, or wait.',
  start() {
    const cancels = createSessionCancels('agent', 'session/request_permission');
    const withdrawals = createWithdrawals();
    return {
      notification(event, _verdict, trace) {
        // The client may cancel before it reads the request, which still belongs to the cancelled turn.
        cancels.remember(event, trace);
        withdrawals.remember(event, trace);
      },
      answered({ exchange }, verdict) {
        const { outcome, opened, closed, id } = exchange;
        const cancel = cancels.of(exchange);
        if (!cancel || !outcome) return;
        const isCancelledError = !outcome.ok && outcome.error.code === REQUEST_CANCELLED;
        const answer = outcome.ok ? stringAt(outcome.result, 'outcome', 'outcome') : `error ${outcome.error.code}`;
        if (answer === 'cancelled' || (isCancelledError && withdrawals.has(exchange))) return verdict.kept();
        if (outcome.ok && answer !== 'selected') return; // no outcome: schema/result-match
        verdict.broken({
          seq: closed.seq,
          side: 'client',
          message: `permission request ${id} is answered with ${answer === 'selected' ? 'an option' : answer} after session/cancel`,
          seen:
            answer === 'selected'
              ? (stringAt(outcome.ok && outcome.result, 'outcome', 'optionId') ?? '')
              : (answer ?? ''),
          expected: '{"outcome":{"outcome":"cancelled"}}',
          pointer: outcome.ok ? '/result/outcome' : '/error',
          related: [opened.seq, cancel.seq],
          ...(isCancelledError ? { grade: 'warning' } : {}), // agents recognise the code
        });
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${ASK}\n${CANCEL}\n${selected('yes')}`,
      `${PROMPT}\n${ASK}\n${CANCEL}\n> 7 error {"code":-32603,"message":"Internal error"}`,
      `${PROMPT}\n${ASK}\n${CANCEL}\n> 7 error {"code":-32800,"message":"Request cancelled"}`, // a warning
    ],
    keeps: [
      `${PROMPT}\n${ASK}\n${CANCEL}\n${DISMISSED}\n${CANCELLED}`,
      `${PROMPT}\n${ASK}\n${CANCEL}\n< $/cancel_request {"requestId":7}\n> 7 error {"code":-32800,"message":"Request cancelled"}\n${CANCELLED}`,
      `${PROMPT}\n${ASK}\n${ELSEWHERE}\n${CANCEL}\n> 8 ok {"outcome":{"outcome":"selected","optionId":"yes"}}\n${DISMISSED}`,
    ],
  },
});
