import { toolCallUpdate } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'puts a finished tool call back to work',
  side: 'agent',
  breaks: 'tool-call/status-goes-forward',
  agent: (own) => ({
    hasRead: (on) => [...own.hasRead(on), toolCallUpdate('read', { status: 'in_progress' }), ...own.hasRead(on)],
  }),
});
