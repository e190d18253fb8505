import { stringAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ACCEPTED, CANCEL, ECHO, idle, PROMPT, RUNNING } from '../examples/turn.ts';
import { isSessionCancel } from '../helpers/cancellations.ts';
import { mayHaveCrossed } from '../helpers/crossing.ts';
import { createForegrounds } from '../helpers/foreground.ts';

/** Stop reasons of work that may have ended by itself. Others belong to extensions or are newer than acptap. */
const OWN_ENDS = new Set(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'none']);

const WORK = `${handshakeAndSession({ version: 2 })}\n@5000 ${PROMPT}\n${ACCEPTED}\n${ECHO}\n${RUNNING}`;

export default defineRule({
  id: 'cancel/work-ends-as-cancelled',
  grade: 'error',
  binds: 'agent',
  versions: [2], // in version 1: cancel/turn-ends-as-cancelled
  requires:
    'When session/cancel ends work that was running, the agent MUST report idle with the stop reason `cancelled`, even if aborting threw an error.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#cancellation',
  peers:
    'Clients cannot tell that the agent has stopped because they asked, and may show a failure to the person who pressed stop.',
  start() {
    const foregrounds = createForegrounds();
    const cancels = new Map<string, MessageRef>(); // by session at work
    return {
      notification(event) {
        const { session, ref } = event;
        if (session === undefined || !isSessionCancel(event) || foregrounds.of(session) !== 'at-work') return;
        if (!cancels.has(session)) cancels.set(session, ref);
      },
      session({ session: { id } }) {
        foregrounds.forget(id);
        cancels.delete(id);
      },
      update(event, verdict, trace) {
        const { session, update, ref } = event;
        const before = foregrounds.store(event);
        if (before === undefined || foregrounds.of(session) !== 'idle') return;
        const cancel = cancels.get(session);
        if (!cancel) return;
        cancels.delete(session);
        const reason = stringAt(update, 'stopReason') ?? 'none';
        if (reason === 'cancelled') return verdict.kept();
        const isOwnEnd = OWN_ENDS.has(reason);
        if (isOwnEnd && mayHaveCrossed(cancel, ref)) return;
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message:
            reason === 'none'
              ? 'the cancelled work ends without a stop reason'
              : `the cancelled work ends with ${reason}`,
          seen: reason,
          expected: 'cancelled',
          pointer: '/params/update/stopReason',
          related: [cancel.seq],
          ...(reason === 'error' ? noteUnlessComplete(trace) : { grade: isOwnEnd ? 'warning' : 'note' }),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${WORK}\n${CANCEL}\n${idle({ stopReason: 'error' })}`,
      `${WORK}\n${CANCEL}\n@900000 ${idle()}`, // a warning: the work may have ended by itself
      `${WORK}\n${CANCEL}\n@900000 ${idle({})}`,
    ],
    keeps: [
      `${WORK}\n${CANCEL}\n${idle({ stopReason: 'cancelled' })}`,
      `${WORK}\n${CANCEL}\n${idle()}\n${RUNNING}\n${CANCEL}\n${idle({ stopReason: 'cancelled' })}`, // the first crossed the end
    ],
  },
});
