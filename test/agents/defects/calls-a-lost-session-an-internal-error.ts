import { defineDefect } from '../define-defect.ts';
import { failed } from '../message-lines.ts';

export default defineDefect({
  does: 'answers for a session that is gone with an internal error',
  side: 'agent',
  breaks: 'session/inactive-is-answered-as-not-found',
  agent: () => ({
    lacksSession: ({ id }) => [failed(id, -32603, 'Internal error')],
  }),
});
