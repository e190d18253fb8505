import { defineRule } from '../engine/rule.ts';
import { ASK, ask, PROMPT, selected, toolCall } from '../examples/turn.ts';
import { createOtherToolCalls } from '../helpers/other-tool-calls.ts';

const ASK_FIRST = ask().slice(toolCall().length + 1);

export default defineRule({
  id: 'tool-call/reported-before-permission',
  grade: 'note',
  binds: 'agent',
  versions: [1], // in version 2 the request introduces the tool call
  restsOn: ['tool_call', 'tool_call_update'],
  requires:
    'The agent SHOULD report a tool call with `tool_call`, and does so before it asks for permission to run it.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#creating',
  peers:
    'Zed makes the entry from the request, and refuses a request that has no title to make it from. Gemini CLI reports no tool call that needs a permission.',
  start() {
    const elsewhere = createOtherToolCalls();
    return {
      frame: elsewhere.frame,
      update: elsewhere.updated,
      request: ({ exchange }) => elsewhere.requested(exchange),
      toolCall({ toolCall: { id, session }, before, by, ref }, verdict, trace) {
        if (by !== 'permission') return;
        if (before) return verdict.kept();
        if (!trace.isComplete() || trace.session(session)?.by !== 'session/new') return; // it may have been reported earlier
        if (elsewhere.has(session, id)) return;
        verdict.broken({
          seq: ref.seq,
          missedIn: session,
          side: 'agent',
          message: `permission is asked for tool call ${JSON.stringify(id)}, which was not reported`,
          seen: 'session/request_permission',
          expected: 'a tool_call before it',
          pointer: '/params/toolCall/toolCallId',
        });
      },
    };
  },
  examples: {
    breaks: [`${PROMPT}\n${ASK_FIRST}\n${selected('yes')}`],
    keeps: [`${PROMPT}\n${ASK}\n${selected('yes')}`],
  },
});
