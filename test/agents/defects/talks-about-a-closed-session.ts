import { defineDefectV2 } from '../define-defect.ts';
import { update } from '../message-lines.ts';

export default defineDefectV2({
  does: 'reports on a session that it has closed',
  side: 'agent',
  breaks: 'session/is-silent-once-closed',
  agent: (own) => ({
    'session/close': (on) => [
      ...own['session/close'](on),
      update('yesterday', 'session_info_update', { title: 'Closed' }),
    ],
  }),
});
