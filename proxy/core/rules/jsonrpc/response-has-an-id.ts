import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';
import { pointerTo } from '../helpers/pointer.ts';

export default defineRule({
  id: 'jsonrpc/response-has-an-id',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'A response carries the id of its request. An error that answers something unreadable carries the id null; leaving the member out is no way to say that.',
  source: 'https://www.jsonrpc.org/specification#response_object',
  peers:
    'Nobody can tell what is answered: the TypeScript SDK logs the response and drops it, and the request waits for ever. Agents that report errors in this way are in use.',
  start: () => ({
    frame({ seq, from }, decoded, verdict) {
      if (decoded.kind !== 'json') return;
      for (const part of decoded.parts) {
        if (part.message?.kind !== 'response') continue;
        if (!part.faults.includes('id-missing')) {
          verdict.kept();
          continue;
        }
        const { outcome } = part.message;
        verdict.broken({
          seq,
          side: from,
          message: outcome.ok ? 'a result without an id' : 'an error without an id',
          seen: excerpt(decoded.text),
          expected: outcome.ok ? 'the id of the request' : 'the id of the request, or null',
          pointer: pointerTo(decoded, part, 'id'),
          ...(outcome.ok ? {} : { grade: 'warning' }), // it may mean null, and the error is understood
        });
      }
    },
  }),
  examples: {
    breaks: [
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","result":{"sessions":[]}}',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"}}', // a warning
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
      '> | {"jsonrpc":\n< null error {"code":-32700,"message":"Parse error"}', // null: the frame was unreadable
    ],
  },
});
