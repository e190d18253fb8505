import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';

export default defineDefect({
  does: 'reports on a new session before it has answered',
  side: 'agent',
  breaks: 'session/response-comes-before-updates',
  agent: (own) => ({
    opensAnother: (on) => [update('another', 'session_info_update', { title: 'New' }), ...own.opensAnother(on)],
  }),
});
