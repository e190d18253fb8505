import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/request-id-unique-in-flight',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A side does not reuse the id of an open request. Each side has its own ids.',
  source: 'https://www.jsonrpc.org/specification#request_object',
  peers:
    'Receivers answer both; the sender’s SDK gives the first answer to the later request and drops the second, so one call never returns.',
  start: () => ({
    request({ exchange, reused }, verdict) {
      if (!reused) return verdict.kept();
      if (exchange.id === 'null') return; // jsonrpc/request-id-is-not-null
      verdict.broken({
        seq: exchange.opened.seq,
        side: exchange.opened.from,
        message: `id ${exchange.id} is still in use by ${reused.method}`,
        seen: `${exchange.method} with id ${exchange.id}`,
        expected: 'an id that no open request has',
        pointer: '/id',
        related: [reused.opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/list {}\n> 1 session/list {}',
      '> 1 session/list {}\n> 1 session/list {}\n< 1 ok {"sessions":[]}\n= exit {"code":0,"signal":null}', // one answer for both
      '> 1 session/list {}\n> 1 session/list {}\n< 1 ok {"sessions":[]}\n< 1 ok {"sessions":[]}', // each is answered
    ],
    keeps: [
      '> 1 session/list {}\n< 1 _ask {}', // the other side's id space
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n> 1 session/list {}', // answered in between
      '> 1 session/list {}\n> "1" session/list {}', // a number and a string are different ids
    ],
  },
});
