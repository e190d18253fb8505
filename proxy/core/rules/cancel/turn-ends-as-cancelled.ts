import { stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { CANCEL, CANCELLED, CHUNK, END_TURN, NEXT_PROMPT, PROMPT } from '../examples/turn.ts';
import { createSessionCancels } from '../helpers/cancellations.ts';
import { mayHaveCrossed } from '../helpers/crossing.ts';

/** The other stop reasons of version 1. The schema rules report unknown names. */
const OTHERS = new Set(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal']);

export default defineRule({
  id: 'cancel/turn-ends-as-cancelled',
  grade: 'warning', // the MUST is for cancelled work, and the turn may have just ended by itself
  binds: 'agent',
  versions: [1],
  requires: 'A turn that the client has cancelled ends with the stop reason `cancelled`.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation',
  peers:
    'Clients cannot tell that the agent has stopped because they asked: some show the turn as finished, some wait for more.',
  start() {
    const cancels = createSessionCancels('client', 'session/prompt');
    return {
      notification(event, _verdict, trace) {
        cancels.remember(event, trace);
      },
      answered({ exchange }, verdict) {
        const { outcome, closed, opened } = exchange;
        const cancel = cancels.of(exchange);
        const reason = outcome.ok ? stringAt(outcome.result, 'stopReason') : undefined;
        if (!cancel || reason === undefined) return;
        if (reason === 'cancelled') return verdict.kept();
        if (!OTHERS.has(reason) || mayHaveCrossed(cancel, closed)) return;
        verdict.broken({
          seq: closed.seq,
          side: 'agent',
          message: `the cancelled turn ends with ${reason}`,
          seen: reason,
          expected: 'cancelled',
          pointer: '/result/stopReason',
          related: [opened.seq, cancel.seq],
        });
      },
    };
  },
  examples: {
    breaks: [`@9000 ${PROMPT}\n@20000 ${CANCEL}\n@900000 ${CHUNK}\n@1000000 ${END_TURN}`],
    keeps: [
      `${PROMPT}\n${CANCEL}\n${CANCELLED}`,
      `${PROMPT}\n${CANCEL}\n${END_TURN}\n${NEXT_PROMPT}\n${CANCEL}\n< 2 ok {"stopReason":"cancelled"}`, // the first had just ended
    ],
  },
});
