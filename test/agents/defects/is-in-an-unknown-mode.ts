import { modes } from '../conforming-agent.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'says that it is in a mode which it has not listed',
  side: 'agent',
  breaks: 'mode/current-mode-is-offered',
  agent: () => ({
    hasReplayed: ({ id }) => [ok(id, { modes: modes('debug') })],
  }),
});
