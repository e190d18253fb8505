import { formOf } from '#core/protocol/method-form.ts';
import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/notification-has-no-id',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires: 'A method that ACP defines as a notification is sent without an id: nobody answers it.',
  source: 'https://www.jsonrpc.org/specification#notification',
  peers:
    'With an id it is a request, and receivers look among their requests: the TypeScript SDK answers -32601, and the cancellation or update in it is lost.',
  start: () => ({
    notification({ notification: { method }, ref }, verdict) {
      if (formOf(method, ref.from) === 'notification') verdict.kept();
    },
    request({ exchange: { method, id, opened } }, verdict) {
      if (formOf(method, opened.from) !== 'notification') return;
      verdict.broken({
        seq: opened.seq,
        side: opened.from,
        message: `${method} is a notification and has an id`,
        seen: `"id":${id}`,
        expected: 'no id',
        pointer: '/id',
      });
    },
  }),
  examples: {
    breaks: [
      '> 4 session/cancel {"sessionId":"s"}\n= exit {"code":0,"signal":null}', // nor need it be answered
      '> 4 $/cancel_request {"requestId":3}\n< 4 error {"code":-32601,"message":"Method not found"}',
    ],
    keeps: [
      '> session/cancel {"sessionId":"s"}',
      '> session/cancel {"sessionId":"s"}\n< 1 _session/cancel {"sessionId":"s"}', // extensions define their own
    ],
  },
});
