import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'puts a link into the text of a form',
  side: 'agent',
  breaks: 'elicitation/form-has-no-url',
  agent: (own) => ({
    asksByForm: changing(own.asksByForm, 'How shall', 'See https://example.com: how shall'),
  }),
});
