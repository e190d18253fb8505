import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'asks for a password in a form',
  side: 'agent',
  breaks: 'elicitation/asks-for-no-secret',
  agent: (own) => ({
    asksByForm: changing(own.asksByForm, '"properties":{', '"properties":{"password":{"type":"string"},'),
  }),
});
