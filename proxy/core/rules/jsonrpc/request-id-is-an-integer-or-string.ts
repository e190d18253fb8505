import { defineRule } from '../engine/rule.ts';
import { isComparableId } from '../helpers/refusable.ts';

export default defineRule({
  id: 'jsonrpc/request-id-is-an-integer-or-string',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A request id that is a number is a whole one. Version 2 of ACP forbids others.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema#requestid',
  peers:
    'The Rust SDK reads ids as 64-bit integers and refuses the message; other receivers may write the number back in another way than it was sent.',
  start: () => ({
    request({ exchange: { id, method, opened } }, verdict, trace) {
      if (isComparableId(id)) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: opened.from,
        message: `${method} has an id that is not a whole number`,
        seen: id,
        expected: 'an integer or a string',
        pointer: '/id',
        ...(trace.version() === 2 ? { grade: 'error' } : {}),
      });
    },
  }),
  examples: {
    breaks: ['> 1.5 session/list {}\n< 1.5 ok {"sessions":[]}', '> 1e400 session/list {}'],
    keeps: [
      '> 1.0 session/list {}\n< 1 ok {"sessions":[]}', // a whole number, however it is written
      '> 9007199254740993 session/list {}', // beyond what a double holds, and still an integer
      '> "1.5" session/list {}',
      '> -1 session/list {}',
    ],
  },
});
