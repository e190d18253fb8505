import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'answers with an error that is a mere text',
  side: 'agent',
  breaks: 'jsonrpc/error-object-is-well-formed',
  agent: () => ({
    'session/delete': ({ id }) => [`${id} error "no such session"`],
  }),
});
