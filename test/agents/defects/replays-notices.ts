import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';

export default defineDefect({
  does: 'sends a notice among the history of a session',
  side: 'agent',
  breaks: 'session/load-leaves-notices-out',
  agent: (own) => ({
    replays: (on) => [
      own.replays(on)[0] ?? '',
      update('yesterday', 'notice', { severity: 'info', title: 'Busy' }),
      ...own.replays(on).slice(1),
    ],
  }),
});
