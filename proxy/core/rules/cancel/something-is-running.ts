import type { Turn } from '#core/trace/turns.ts';
import { defineRule } from '../engine/rule.ts';
import { CANCEL, CANCELLED, END_TURN, NEXT_PROMPT, PROMPT } from '../examples/turn.ts';
import { isSessionCancel } from '../helpers/cancellations.ts';
import { mayHaveCrossed } from '../helpers/crossing.ts';

export default defineRule({
  id: 'cancel/something-is-running',
  grade: 'note',
  binds: 'client',
  versions: [1], // in version 2 the agent may be at work without a prompt
  requires: 'The client cancels a turn that is running. When none is, there is nothing to cancel.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation',
  peers: 'Agents ignore it. One that remembers it may cancel the next turn at once.',
  start() {
    const last = new Map<string, Turn>(); // the last ended turn of each session
    return {
      turn({ turn }, _verdict, trace) {
        if (turn.ended && trace.session(turn.session)) last.set(turn.session, turn);
      },
      session({ session: { id } }) {
        last.delete(id);
      },
      notification(event, verdict, trace) {
        const { session, ref } = event;
        if (!isSessionCancel(event) || session === undefined) return;
        if (trace.currentTurn(session)) return verdict.kept();
        const before = last.get(session);
        if (!before?.ended || !trace.isComplete() || mayHaveCrossed(before.ended, ref)) return;
        verdict.broken({
          seq: ref.seq,
          side: 'client',
          message: 'session/cancel while no turn is running',
          seen: `the last turn has ended with ${before.outcome}`,
          expected: 'a prompt that waits for its response',
          related: [before.ended.seq],
        });
      },
    };
  },
  examples: {
    breaks: [`@5000 ${PROMPT}\n@9000 ${END_TURN}\n@2000000 ${CANCEL}`],
    keeps: [
      `${PROMPT}\n${CANCEL}\n${CANCELLED}`,
      `${PROMPT}\n${END_TURN}\n${CANCEL}\n${NEXT_PROMPT}\n${CANCEL}`, // the first crossed the end of the turn
    ],
  },
});
