import { isObject } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { defineRule } from '../engine/rule.ts';
import { pointerTo } from '../helpers/pointer.ts';

export default defineRule({
  id: 'jsonrpc/version-is-2-0',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'Every message has a member `jsonrpc`, the string "2.0".',
  source: 'https://www.jsonrpc.org/specification#request_object',
  peers:
    'The TypeScript SDK refuses such a request or notification with a -32600 error of id null, and takes such a response for a failure of the request. Lenient receivers do not look.',
  start: () => ({
    frame({ seq, from }, decoded, verdict) {
      if (decoded.kind !== 'json') return;
      for (const part of decoded.parts) {
        if (part.faults.length === 0) verdict.kept();
        else if (!isObject(part.value) || part.faults.includes('no-method-result-or-error')) continue; // no message at all
        else if (!part.faults.includes('version')) verdict.kept();
        else
          verdict.broken({
            seq,
            side: from,
            message: 'jsonrpc' in part.value ? 'jsonrpc is not "2.0"' : 'jsonrpc is missing',
            seen: 'jsonrpc' in part.value ? renderValue(part.value['jsonrpc']) : 'nothing',
            expected: '"jsonrpc":"2.0"',
            pointer: pointerTo(decoded, part, 'jsonrpc'),
          });
      }
    },
  }),
  examples: {
    breaks: [
      '> | {"id":1,"method":"session/list","params":{}}',
      '> | {"jsonrpc":2.0,"id":1,"method":"session/list","params":{}}', // a number
      '> 1 session/list {}\n< | {"jsonrpc":"1.0","id":1,"result":{"sessions":[]}}',
    ],
    keeps: [
      '> 1 session/list {}',
      '> | {"id":1,"method":"session/list","params":{},"jsonrpc":"2.0"}', // wherever it stands
    ],
  },
});
