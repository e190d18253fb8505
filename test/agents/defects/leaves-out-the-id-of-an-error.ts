import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'answers with an error without saying which request failed',
  side: 'agent',
  breaks: 'jsonrpc/response-has-an-id',
  agent: () => ({
    'session/delete': () => ['| {"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"}}'],
  }),
});
