import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends updates of a cancelled turn after its end',
  side: 'agent',
  breaks: 'cancel/updates-end-with-the-turn',
  agent: (own) => ({
    stopsPublishing: (on) => own.stopsPublishing(on).toReversed(),
  }),
});
