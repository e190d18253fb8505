import { opposite, SIDES } from '#core/wire/entry.ts';
import { defineRule } from '../engine/rule.ts';
import { ASK, CANCEL, CANCELLED, DISMISSED, EXIT, PROMPT } from '../examples/turn.ts';
import { createCancelledRequests } from '../helpers/cancelled-requests.ts';

/** A request that is cancelled less than this before the end gets only a note. */
const TIME_TO_ANSWER_US = 250_000;

/** The response that cancels a permission request. */
const PERMISSION = 'the outcome `cancelled`, or error -32800 after $/cancel_request';

export default defineRule({
  id: 'cancel/cancelled-request-is-answered',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'A cancelled request MUST be answered like any other: with a result, or with error -32800. In version 1 that holds for the prompt and the permission requests of a cancelled session as well.',
  source: 'https://agentclientprotocol.com/protocol/v1/cancellation',
  peers:
    'The side that cancelled waits for the answer before it continues: editors show the turn as stopping for ever.',
  start() {
    const cancelled = createCancelledRequests();
    let gap = false;
    return {
      event({ event }) {
        if (event.event === 'gap' && event.of !== 'stderr') gap = true;
      },
      notification(event, _verdict, trace) {
        cancelled.remember(event, trace);
      },
      answered({ exchange }, verdict) {
        if (cancelled.of(exchange)) verdict.kept();
      },
      ended({ orderly, cutShort, elapsed }, verdict, trace) {
        if (cutShort) return;
        for (const asker of SIDES)
          for (const exchange of trace.openRequests(asker)) {
            const cancel = cancelled.of(exchange);
            if (!cancel) continue;
            const { method, id, opened } = exchange;
            const excused = !orderly || gap || elapsed - cancel.elapsed < TIME_TO_ANSWER_US;
            verdict.broken({
              seq: opened.seq,
              side: opposite(asker),
              message: `${method} with id ${id} was cancelled and never answered`,
              seen: 'no response',
              expected: method === 'session/request_permission' ? PERMISSION : 'a result, or error -32800',
              related: [cancel.seq],
              ...(excused ? { grade: 'note' } : {}),
            });
          }
      },
    };
  },
  examples: {
    breaks: [
      `@5000 ${PROMPT}\n@6000 ${CANCEL}\n@900000 ${EXIT}`,
      `@5000 ${PROMPT}\n@6000 ${ASK.replace('\n', '\n@7000 ')}\n@8000 ${CANCEL}\n@9000 ${CANCELLED}\n@900000 ${EXIT}`,
      `@5000 > 1 session/list {}\n@6000 > $/cancel_request {"requestId":1}\n@900000 ${EXIT}`,
      `> 1 session/list {}\n> $/cancel_request {"requestId":1}\n${EXIT}`, // no time to: a note
    ],
    keeps: [
      `${PROMPT}\n${ASK}\n${CANCEL}\n${DISMISSED}\n${CANCELLED}\n${EXIT}`,
      `> 1 session/list {}\n> $/cancel_request {"requestId":1}\n< 1 error {"code":-32800,"message":"Request cancelled"}\n${EXIT}`,
    ],
  },
});
