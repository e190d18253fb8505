import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'never answers a request',
  side: 'agent',
  breaks: 'jsonrpc/request-is-answered',
  agent: () => ({
    'session/delete': () => [],
  }),
});
