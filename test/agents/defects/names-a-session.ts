import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'names a session of an agent that does not say it takes titles',
  side: 'client',
  breaks: 'capability/title-is-offered',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: () => ({
    triesAnExtension: () => [request('ten', 'session/set_title', { sessionId: SESSION, title: 'The greeting' })],
  }),
});
