import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'reports before it has answered initialize',
  side: 'agent',
  breaks: 'initialize/agent-waits',
  agent: (own) => ({
    initialize: (on) => [update(SESSION, 'session_info_update', { title: 'Old' }), ...own.initialize(on)],
  }),
});
