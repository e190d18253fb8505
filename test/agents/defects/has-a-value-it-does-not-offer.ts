import { configOptions } from '../conforming-agent.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'gives an option a value that it does not offer',
  side: 'agent',
  breaks: 'config/current-value-is-offered',
  agent: () => ({
    opensAnother: ({ id }) => [ok(id, { sessionId: 'another', configOptions: configOptions('ask', 'huge') })],
  }),
});
