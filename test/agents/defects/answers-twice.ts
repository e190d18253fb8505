import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'answers a request twice',
  side: 'agent',
  breaks: 'jsonrpc/response-comes-once',
  agent: () => ({
    'session/resume': ({ id }) => [ok(id, {}), ok(id, {})],
  }),
});
