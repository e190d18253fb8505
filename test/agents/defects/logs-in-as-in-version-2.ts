import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'uses a method of version 2',
  side: 'client',
  breaks: 'jsonrpc/method-is-in-version',
  client: () => ({
    logsIn: () => [request(1, 'auth/login', { methodId: 'key' })],
  }),
});
