import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

export default defineRule({
  id: 'jsonrpc/frame-is-no-batch',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'Each message stands on a line of its own. ACP has no batches: early drafts of version 2 allowed them, none does now.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'The TypeScript SDK answers the whole array with one -32600 error of id null and reads nothing in it, so its requests are never answered; the Rust SDK has dropped batches in release 5.',
  start: () => ({
    frame({ seq, from }, decoded, verdict, trace) {
      if (decoded.kind !== 'json') return;
      if (!decoded.batch) return verdict.kept();
      verdict.broken({
        seq,
        side: from,
        message: `${decoded.parts.length} ${decoded.parts.length === 1 ? 'value' : 'values'} in one array`,
        seen: excerpt(decoded.text),
        expected: 'one line for each message',
        ...(trace.version() === 2 ? { grade: 'warning' } : {}), // an early draft allowed batches
      });
    },
  }),
  examples: {
    breaks: [
      '> | [{"jsonrpc":"2.0","id":1,"method":"_a"},{"jsonrpc":"2.0","id":2,"method":"_b"}]',
      '< | []',
      '< | [1,2]',
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       < 0 ok {"protocolVersion":2,"capabilities":{},"info":{"name":"agent","version":"1"}}
       < | [{"jsonrpc":"2.0","method":"_tick"}]`, // a warning
    ],
    keeps: ['> 1 _a {}\n> 2 _b {}', '> 1 _a [1,2]'],
  },
});
