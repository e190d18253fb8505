import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { ask, END_TURN, NEXT_PROMPT, PROMPT, selected, toolCall, toolCallUpdate } from '../examples/turn.ts';
import { createReplays } from '../helpers/replays.ts';

const FINISHED = `${PROMPT}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}\n${END_TURN}`;
const ASK_FIRST = ask().slice(toolCall().length + 1);

export default defineRule({
  id: 'tool-call/id-is-used-once',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires:
    'A tool call has an id that no other tool call of the session has. One `tool_call` introduces it; `tool_call_update` reports its changes.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#creating',
  peers:
    'Zed changes the entry that has the id, so the new tool call appears where the old one was. Ids often come from the model as they are, and small models repeat them.',
  start() {
    const replays = createReplays();
    return {
      request({ exchange }) {
        replays.requested(exchange);
      },
      answered({ exchange }) {
        replays.answered(exchange);
      },
      toolCall({ toolCall: { id, session, introductions }, before, by, ref }, verdict, trace) {
        if (by !== 'tool_call') return;
        if (introductions === 1) return verdict.kept();
        if (introductions > 2 || !before || replays.isRunning(session)) return; // once for each id
        const opened = trace.session(session)?.opened;
        if (!opened || opened.seq > before.opened.seq) return; // loaded since: late history
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `tool_call for the id ${JSON.stringify(id)}, which a tool call of the session has already`,
          seen: 'tool_call',
          expected: 'tool_call_update, or another id',
          pointer: '/params/update/toolCallId',
          related: [before.opened.seq],
          ...noteUnlessComplete(trace),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${FINISHED}\n${NEXT_PROMPT}\n${toolCall()}\n${toolCallUpdate({ status: 'in_progress' })}\n${toolCall()}`, // once
      `${PROMPT}\n${toolCall()}\n${toolCall({ status: 'in_progress' })}`,
    ],
    keeps: [
      `${FINISHED}\n${NEXT_PROMPT}\n${toolCall({ toolCallId: 'u' })}`,
      `${FINISHED}\n> 3 session/load {"sessionId":"s","cwd":"/home/me/app","mcpServers":[]}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}\n< 3 ok {}`, // its history
      `${PROMPT}\n${ASK_FIRST}\n${selected('yes')}\n${toolCall()}`, // the request did not introduce it
    ],
  },
});
