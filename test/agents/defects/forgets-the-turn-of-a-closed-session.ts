import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'closes a session and never ends the turn that runs in it',
  side: 'agent',
  breaks: 'session/close-ends-its-turns',
  client: () => ({
    'session/update': ({ params }) =>
      JSON.stringify(params).includes('One, ') ? [request('close', 'session/close', { sessionId: SESSION })] : [],
  }),
});
