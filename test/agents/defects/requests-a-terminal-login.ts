import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'asks the agent for a login that only a terminal can do',
  side: 'client',
  breaks: 'capability/terminal-login-is-not-requested',
  client: () => ({
    logsIn: () => [request(1, 'authenticate', { methodId: 'browser' })],
  }),
});
