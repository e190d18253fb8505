import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { APP, SESSION } from '../names.ts';

export default defineDefect({
  does: 'forks a session with an agent that does not say it can',
  side: 'client',
  breaks: 'capability/fork-is-offered',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: () => ({
    triesAnExtension: () => [request('ten', 'session/fork', { sessionId: SESSION, cwd: APP })],
  }),
});
