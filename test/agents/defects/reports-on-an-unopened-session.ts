import { defineDefect } from '../define-defect.ts';
import { update } from '../lines.ts';

export default defineDefect({
  does: 'sends an update for a session nobody opened',
  side: 'agent',
  breaks: 'session/update-names-an-active-session',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), update('nobody', 'session_info_update', { title: 'Who?' })],
  }),
});
