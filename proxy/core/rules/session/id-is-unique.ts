import { namesSession } from '#core/protocol/method-traits.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

export default defineRule({
  id: 'session/id-is-unique',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires: 'A new or forked session has an id that no other open session of the connection has.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#creating-a-session',
  peers: 'Editors show the updates of one session in the other.',
  start() {
    let answer: MessageRef | undefined; // the latest response: a `session` event follows the response that opened the session
    return {
      answered({ exchange: { closed } }) {
        answer = closed;
      },
      session({ session: { id, by, closed, opened }, duplicate }, verdict) {
        if (closed || !namesSession(by)) return;
        if (!duplicate) return verdict.kept();
        verdict.broken({
          seq: (answer ?? opened).seq,
          side: 'agent',
          message: `${by} brought the id ${id}, which an open session has already`,
          seen: id,
          expected: 'an id of its own',
          pointer: '/result/sessionId',
          related: [duplicate.opened.seq],
        });
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}',
      '> 1 session/fork {"sessionId":"s","cwd":"/home/me/app"}\n< 1 ok {"sessionId":"s"}',
    ],
    keeps: [
      `${handshake()}\n> 1 session/new {"cwd":"/a","mcpServers":[]}\n> 2 session/new {"cwd":"/a","mcpServers":[]}\n< 2 ok {"sessionId":"t"}\n< 1 ok {"sessionId":"s"}`,
      `${handshake({ agent: { loadSession: true } })}\n> 1 session/new {"cwd":"/a","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/load {"sessionId":"s","cwd":"/a","mcpServers":[]}\n< 2 ok {}`, // the same one, loaded
    ],
  },
});
