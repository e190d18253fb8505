import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'asks for a session and a request at once',
  side: 'agent',
  breaks: 'elicitation/has-one-scope',
  agent: (own) => ({
    asksByForm: changing(own.asksByForm, '"mode"', '"requestId":7,"mode"'),
  }),
});
