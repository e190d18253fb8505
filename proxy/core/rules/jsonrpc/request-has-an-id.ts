import { formOf } from '#core/protocol/method-form.ts';
import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/request-has-an-id',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires: 'A method that ACP defines as a request is sent with an id, so that it can be answered.',
  source: 'https://www.jsonrpc.org/specification#request_object',
  peers:
    'Without an id it is a notification that no receiver knows: it is ignored, or answered with an error of id null.',
  start: () => ({
    request({ exchange: { method, opened } }, verdict) {
      if (formOf(method, opened.from) === 'request') verdict.kept();
    },
    notification({ notification: { method }, ref }, verdict) {
      if (formOf(method, ref.from) !== 'request') return;
      verdict.broken({
        seq: ref.seq,
        side: ref.from,
        message: `${method} is a request and has no id`,
        seen: 'no id',
        expected: 'an id that no open request has',
        pointer: '/id',
      });
    },
  }),
  examples: {
    breaks: [
      '> session/list {}',
      '> session/list {}\n< null error {"code":-32600,"message":"Invalid request"}', // refused, as it may be
    ],
    keeps: [
      '> 1 session/list {}',
      '> 1 session/list {}\n> session/cancel {"sessionId":"s"}\n< _tick {}',
      '> 1 session/list {}\n< mcp/message {"serverId":"m","requestId":1,"method":"ping"}', // exists in both forms
    ],
  },
});
