import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'answers without the member jsonrpc',
  side: 'agent',
  breaks: 'jsonrpc/version-is-2-0',
  agent: () => ({
    'session/delete': ({ id }) => [`| {"id":${id},"result":{}}`],
  }),
});
