import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'loads a session without its conversation',
  side: 'agent',
  breaks: 'session/load-replays-history',
  agent: () => ({
    replays: () => [],
  }),
});
