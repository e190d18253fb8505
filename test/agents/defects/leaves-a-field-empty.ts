import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'accepts a form without a field that is required',
  side: 'client',
  breaks: 'elicitation/content-fits-the-form',
  client: () => ({
    fillsForm: ({ id }) => [ok(id, { action: 'accept', content: {} })],
  }),
});
