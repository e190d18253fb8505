import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'asks how a session is of an agent that does not say it can tell',
  side: 'client',
  breaks: 'capability/status-is-offered',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: () => ({
    triesAnExtension: () => [request('ten', 'session/status', { sessionId: SESSION })],
  }),
});
