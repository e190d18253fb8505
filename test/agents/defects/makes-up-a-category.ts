import { configOptions } from '../conforming-agent.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'gives an option a category that ACP does not have',
  side: 'agent',
  breaks: 'config/category-is-known',
  agent: () => ({
    opensAnother: ({ id }) => [
      ok(id, { sessionId: 'another', configOptions: [{ ...configOptions('ask', 'small')[1], category: 'voice' }] }),
    ],
  }),
});
