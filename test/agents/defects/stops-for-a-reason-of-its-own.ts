import { says } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'ends a turn with a stop reason that ACP does not have',
  side: 'agent',
  breaks: 'schema/result-match',
  agent: () => ({
    ends: (on) => [...says('It is corrected.'), ok(on.id, { stopReason: 'done' })],
  }),
});
