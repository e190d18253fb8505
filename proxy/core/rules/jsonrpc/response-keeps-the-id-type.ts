import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/response-keeps-the-id-type',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A response gives the id back as it came: a number as a number, a string as a string.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema#requestid',
  peers: 'SDKs look the id up as it is, find no request and drop the response: the request waits for ever.',
  start: () => ({
    answered(_event, verdict) {
      verdict.kept();
    },
    orphan({ response, ref, answer }, verdict) {
      if (answer.why !== 'other-id-type') return;
      const { near } = answer;
      verdict.broken({
        seq: ref.seq,
        side: ref.from,
        message: `the id of ${near.method} comes back as ${response.id?.startsWith('"') ? 'a string' : 'a number'}`,
        seen: `"id":${response.id}`,
        expected: `"id":${near.id}`,
        pointer: '/id',
        related: [near.opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/list {}\n< "1" ok {"sessions":[]}\n= exit {"code":0,"signal":null}',
      '> "1" session/list {}\n< 1 ok {"sessions":[]}',
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
      '> 1 session/list {}\n> "1" session/list {}\n< "1" ok {"sessions":[]}\n< 1 ok {"sessions":[]}', // two requests
      '> 1 session/list {}\n< 1.0 ok {"sessions":[]}', // the same number
    ],
  },
});
