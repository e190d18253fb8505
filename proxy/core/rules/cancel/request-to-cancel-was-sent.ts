import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import { opposite } from '#core/wire/entry.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { ASK, DISMISSED, PROMPT, toolCall } from '../examples/turn.ts';
import { mayHaveCrossed } from '../helpers/crossing.ts';

/** The trace remembers at least this many answered requests. */
const MAX_REMEMBERED = 1024;

export default defineRule({
  id: 'cancel/request-to-cancel-was-sent',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    '`$/cancel_request` names a request that its sender has sent and that is not answered yet. Each side cancels its own requests.',
  source: 'https://agentclientprotocol.com/protocol/v1/cancellation',
  peers:
    'Receivers find no such request and ignore it. claude-agent-acp cancels requests that are answered already; an id of the other side may hit an unrelated request, since both sides count from 0.',
  start() {
    const sent = { client: 0, agent: 0 };
    return {
      request({ exchange }) {
        sent[exchange.opened.from] += 1;
      },
      notification(event, verdict, trace) {
        const id = idToCancel(event.notification);
        if (id === undefined) return; // schema/params-match
        const { ref } = event;
        const { from, seq } = ref;
        if (trace.openRequest(from, id)) return verdict.kept();
        const past = trace.answeredRequest(from, id);
        if (past?.closed && mayHaveCrossed(past.closed, ref)) return;
        const other = past ? undefined : trace.openRequest(opposite(from), id);
        const isUncertain = past !== undefined || sent[from] > MAX_REMEMBERED;
        verdict.broken({
          seq,
          side: from,
          message: past
            ? `the request to cancel, ${past.method} with id ${id}, is answered already`
            : other
              ? `the request to cancel, ${other.method} with id ${id}, is one of the ${opposite(from)}`
              : `the ${from} has sent no request with the id to cancel`,
          seen: `"requestId":${id}`,
          expected: `the id of a request of the ${from} that waits for its response`,
          pointer: '/params/requestId',
          ...(past?.closed ? { related: [past.closed.seq] } : other ? { related: [other.opened.seq] } : {}),
          ...(isUncertain ? { grade: 'note' } : noteUnlessComplete(trace)),
        });
      },
    };
  },
  examples: {
    breaks: [
      '> $/cancel_request {"requestId":99}',
      `${PROMPT}\n< $/cancel_request {"requestId":1}`, // the client’s own
      `${PROMPT}\n> $/cancel_request {"requestId":"1"}`, // 1 is not "1"
      `@5000 > 1 session/list {}\n@6000 < 1 ok {"sessions":[]}\n@900000 > $/cancel_request {"requestId":1}`, // a note
    ],
    keeps: [
      `${PROMPT}\n> $/cancel_request {"requestId":1}`,
      `${toolCall()}\n${ASK}\n< $/cancel_request {"requestId":7}\n${DISMISSED}`,
      `${ASK}\n${DISMISSED}\n< $/cancel_request {"requestId":7}\n${PROMPT}\n> $/cancel_request {"requestId":1}`, // crossed the answer
    ],
  },
});
