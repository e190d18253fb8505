import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { isBeingOpened } from '../helpers/other-sessions.ts';

/** How many sessions are reported, each once. */
const MAX_SESSIONS = 256;

export default defineRule({
  id: 'session/is-silent-once-closed',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  requires:
    'In version 2 the agent sends nothing more about a session once it has answered session/close, until the client opens it again.',
  source: 'https://agentclientprotocol.com/protocol/v2/session-setup',
  peers: 'Clients drop what they cannot place, and refuse requests.',
  start() {
    const reported = new Set<string>();
    return {
      call({ method, session: id, ref }, verdict, trace) {
        if (id === undefined || ref.from !== 'agent') return;
        if (trace.session(id)) return;
        const closed = trace.closedSession(id);
        if (closed?.closedBy !== 'session/close' || !closed.closed || isBeingOpened(trace, id)) return;
        if (reported.has(id) || reported.size >= MAX_SESSIONS) return;
        reported.add(id);
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `${method} names the session ${id}, which is closed`,
          seen: id,
          expected: 'nothing about a closed session',
          pointer: '/params/sessionId',
          related: [closed.closed.seq],
        });
      },
      session({ session: { id, closed, closedBy } }, verdict) {
        if (closedBy === 'session/close') verdict.kept();
        if (!closed) reported.delete(id);
      },
    };
  },
  examples: {
    breaks: [
      `${handshakeAndSession({ version: 2 })}\n> 1 session/close {"sessionId":"s"}\n< 1 ok {}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle"}}`,
      `${handshakeAndSession({ version: 2 })}\n> 1 session/close {"sessionId":"s"}\n< 1 ok {}\n< 1 session/request_permission {"sessionId":"s","title":"Write?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}\n> 1 error {"code":-32002,"message":"Closed"}`,
    ],
    keeps: [
      `${handshakeAndSession({ version: 2 })}\n> 1 session/close {"sessionId":"s"}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle"}}\n< 1 ok {}`,
      `${handshakeAndSession({ version: 2 })}\n> 1 session/close {"sessionId":"s"}\n< 1 ok {}\n> 2 session/resume {"sessionId":"s","cwd":"/home/me/app"}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle"}}\n< 2 ok {}`,
    ],
  },
});
