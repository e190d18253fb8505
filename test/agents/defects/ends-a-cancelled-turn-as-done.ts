import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'ends a cancelled turn as if it were finished',
  side: 'agent',
  breaks: 'cancel/turn-ends-as-cancelled',
  agent: (own) => ({
    stopsPublishing: changing(own.stopsPublishing, '"cancelled"', '"end_turn"'),
  }),
});
