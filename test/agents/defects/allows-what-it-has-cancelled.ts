import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'allows a tool call of a turn that it has cancelled',
  side: 'client',
  breaks: 'permission/cancelled-with-the-turn',
  client: (own) => ({
    cancelsInstead: (on) => [
      ...own.cancelsInstead(on).slice(0, 1),
      ok(on.id, { outcome: { outcome: 'selected', optionId: 'yes' } }),
    ],
  }),
});
