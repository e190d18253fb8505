import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'still replays a session after it has answered',
  side: 'agent',
  breaks: 'session/load-replays-before-answering',
  agent: (own) => ({
    hasReplayed: (on) => [...own.hasReplayed(on), ...own.replays(on).slice(0, 1)],
  }),
});
