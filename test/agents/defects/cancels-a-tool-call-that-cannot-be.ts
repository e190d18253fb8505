import { defineDefectV2 } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefectV2({
  does: 'cancels a tool call without an offer of the agent',
  side: 'client',
  breaks: 'capability/tool-call-cancel-is-offered',
  client: (own) => ({
    lists: (on) => [request('stop', 'tool_call/cancel', { sessionId: SESSION, toolCallId: 'read' }), ...own.lists(on)],
  }),
});
