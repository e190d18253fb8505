import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'ends a turn as cancelled that nobody has cancelled',
  side: 'agent',
  breaks: 'cancel/cancelled-was-asked-for',
  agent: (own) => ({
    ends: changing(own.ends, 'end_turn', 'cancelled'),
  }),
});
