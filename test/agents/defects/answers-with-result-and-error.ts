import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'gives a result and an error at once',
  side: 'agent',
  breaks: 'jsonrpc/envelope-is-well-formed',
  agent: () => ({
    'session/delete': ({ id }) => [`| {"jsonrpc":"2.0","id":${id},"result":{},"error":null}`],
  }),
});
