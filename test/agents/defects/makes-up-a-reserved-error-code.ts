import { defineDefect } from '../define-defect.ts';
import { failed } from '../message-lines.ts';

export default defineDefect({
  does: 'answers with an error code that is kept for JSON-RPC',
  side: 'agent',
  breaks: 'jsonrpc/error-code-is-free-or-defined',
  agent: () => ({
    'session/resume': ({ id }) => [failed(id, -32001, 'Busy')],
  }),
});
