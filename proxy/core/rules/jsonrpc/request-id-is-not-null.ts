import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/request-id-is-not-null',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'A request has an id other than null: version 1 of ACP advises against it, version 2 forbids it. Null is for answers to what could not be read.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema#requestid',
  peers:
    'Some receivers take the message for a notification and never answer; with version 2 the TypeScript SDK refuses it with a -32600 error.',
  start: () => ({
    request({ exchange: { id, method, opened } }, verdict, trace) {
      if (id !== 'null') return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: opened.from,
        message: `${method} has the id null`,
        seen: '"id":null',
        expected: 'an integer or a string',
        pointer: '/id',
        ...(trace.version() === 2 ? { grade: 'error' } : {}),
      });
    },
  }),
  examples: {
    breaks: [
      '> null session/list {}\n< null ok {"sessions":[]}',
      '> null session/list {}\n> null session/list {}', // jsonrpc/request-id-unique-in-flight ignores null
    ],
    keeps: ['> 0 session/list {}', '> "" session/list {}'], // 0 and the empty string are ids
  },
});
