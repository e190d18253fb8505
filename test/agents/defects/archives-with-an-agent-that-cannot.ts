import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'archives a session with an agent that does not say it can',
  side: 'client',
  breaks: 'capability/archive-is-offered',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: () => ({
    triesAnExtension: () => [request('ten', 'session/archive', { sessionId: 'last-week' })],
  }),
});
