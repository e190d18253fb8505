import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'lists a login by terminal to a client that has none',
  side: 'agent',
  breaks: 'capability/terminal-login-is-offered',
  client: (own) => ({
    initializes: changing(own.initializes, ',"auth":{"terminal":true}', ''),
  }),
});
