// Allows tool calls that only read, without asking the user. Everything else is asked as ever.
import { defineScript } from 'acptap/script';

const kinds = new Map<string, string>(); // of tool calls that were announced, by their id

export default defineScript({
  frame(frame, wire) {
    if (frame.kind === 'notification' && frame.method === 'session/update') {
      const { update } = frame.params;
      if (update.sessionUpdate === 'tool_call') kinds.set(update.toolCallId, update.kind ?? 'other');
    }
    if (frame.kind !== 'request' || frame.method !== 'session/request_permission') return undefined;
    const { toolCall, options } = frame.params;
    const kind = toolCall.kind ?? kinds.get(toolCall.toolCallId);
    const allow = options.find((option) => option.kind === 'allow_once');
    if (kind !== 'read' || !allow) return undefined;
    return wire.answer(frame, { result: { outcome: { outcome: 'selected', optionId: allow.optionId } } });
  },
});
