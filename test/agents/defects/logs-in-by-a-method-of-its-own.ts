import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'logs in by a method that the agent has not listed',
  side: 'client',
  breaks: 'capability/login-method-was-listed',
  client: () => ({
    logsIn: () => [request(1, 'authenticate', { methodId: 'oauth' })],
  }),
});
