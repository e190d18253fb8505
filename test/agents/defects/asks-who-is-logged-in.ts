import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'asks who is logged in of an agent that does not say it can tell',
  side: 'client',
  breaks: 'capability/auth-status-is-offered',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: () => ({
    triesAnExtension: () => [request('ten', 'auth/status', {})],
  }),
});
