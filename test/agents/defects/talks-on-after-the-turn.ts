import { says } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'sends a message after it has ended the turn',
  side: 'agent',
  breaks: 'prompt/updates-belong-to-a-turn',
  agent: () => ({
    ends: ({ id }) => [ok(id, { stopReason: 'end_turn' }), ...says('One more thing')],
  }),
});
