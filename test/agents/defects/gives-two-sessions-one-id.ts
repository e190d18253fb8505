import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'gives a new session the id of an open one',
  side: 'agent',
  breaks: 'session/id-is-unique',
  agent: () => ({
    opensAnother: ({ id }) => [ok(id, { sessionId: SESSION })],
  }),
});
