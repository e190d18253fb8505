import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'gives the id of a request back as a string',
  side: 'agent',
  breaks: 'jsonrpc/response-keeps-the-id-type',
  agent: () => ({
    'session/resume': ({ id }) => [ok(JSON.stringify(id), {})],
  }),
});
