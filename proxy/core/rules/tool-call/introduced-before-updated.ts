import type { Trace } from '#core/trace/trace.ts';
import { defineRule } from '../engine/rule.ts';
import { ask, PROMPT, selected, toolCall, toolCallUpdate } from '../examples/turn.ts';
import { createOtherToolCalls } from '../helpers/other-tool-calls.ts';

/** The trace remembers at least this many ended tool calls. */
const MAX_REMEMBERED = 1024;

const ASK_FIRST = ask().slice(toolCall().length + 1);

export default defineRule({
  id: 'tool-call/introduced-before-updated',
  grade: 'warning',
  binds: 'agent',
  versions: [1], // in version 2 an update introduces
  restsOn: ['tool_call'],
  requires:
    'A `tool_call_update` changes a tool call that the client knows: from a `tool_call` in that session, or from a permission request for it.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#updating',
  peers: 'Zed shows a failed entry “Tool call not found”. Others drop the update, or show a tool call without a title.',
  start() {
    let known = 0;
    const elsewhere = createOtherToolCalls();
    return {
      frame: elsewhere.frame,
      update: elsewhere.updated,
      request: ({ exchange }) => elsewhere.requested(exchange),
      toolCall({ toolCall: { id, session }, before, by, ref }, verdict, trace) {
        if (!before) known += 1;
        if (by !== 'tool_call_update') return;
        if (before) return verdict.kept();
        if (!trace.session(session) || elsewhere.has(session, id)) return; // its report was unreadable: another rule reports it
        verdict.broken({
          seq: ref.seq,
          missedIn: session,
          side: 'agent',
          message: `tool call ${JSON.stringify(id)} is updated before it was introduced`,
          seen: 'tool_call_update',
          expected: 'tool_call',
          pointer: '/params/update/toolCallId',
          ...(known > MAX_REMEMBERED || hasPast(session, trace) ? { grade: 'note' } : {}),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${toolCallUpdate({ status: 'in_progress' })}\n${toolCallUpdate({ status: 'completed' })}`, // once
      `${PROMPT}\n${toolCall({ toolCallId: 'T' })}\n${toolCallUpdate({ status: 'completed' })}`,
    ],
    keeps: [
      `${PROMPT}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}`,
      `${PROMPT}\n${ASK_FIRST}\n${selected('yes')}\n${toolCallUpdate({ status: 'completed' })}`, // as Gemini CLI does
    ],
  },
});

/** True for a session that is older than the recording: its tool calls may have been introduced earlier. */
const hasPast = (session: string, trace: Trace) => !trace.isComplete() || trace.session(session)?.by !== 'session/new';
