import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'sends session/cancel as a request',
  side: 'client',
  breaks: 'jsonrpc/notification-has-no-id',
  client: (own) => ({
    cancelsInstead: (on) => [request(18, 'session/cancel', { sessionId: SESSION }), ...own.cancelsInstead(on).slice(1)],
  }),
});
