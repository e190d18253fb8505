import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { NEEDS_ACTIVE_SESSION } from '../helpers/session-setup.ts';
import { createOtherSessions, isBeingOpened } from '../helpers/other-sessions.ts';

const CLOSE_OFFERED = handshake({ agent: { sessionCapabilities: { close: {} } } });

export default defineRule({
  id: 'session/is-active',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires:
    'The client prompts, configures, cancels and closes only sessions that it has created, loaded, resumed or forked on this connection and that are not closed. In version 2 closing any session is fine.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers:
    'Agents answer with an error: most with -32602 or -32603, few with -32002 as they should. Cancelling is ignored.',
  start() {
    const elsewhere = createOtherSessions();
    return {
      answered: ({ exchange }) => elsewhere.answered(exchange),
      update: elsewhere.updated,
      call({ method, session: id, ref: { seq, from } }, verdict, trace) {
        if (from !== 'client' || id === undefined || !NEEDS_ACTIVE_SESSION[trace.version() ?? 1].has(method)) return;
        if (trace.session(id)) return verdict.kept();
        if (!trace.isComplete() || trace.handshake().progress !== 'done') return;
        if (!elsewhere.isWhole() || trace.hasUnnamedSession() || isBeingOpened(trace, id)) return;
        const isChild = elsewhere.has(id);
        if (isChild && (method !== 'session/cancel' || elsewhere.canCancel(id))) return;
        const closed = trace.closedSession(id);
        verdict.broken({
          seq,
          side: 'client',
          message: `${method} names ${nameOf(id, closed !== undefined, isChild)}`,
          seen: id,
          expected: 'a session that is open on this connection',
          pointer: '/params/sessionId',
          ...(closed?.closed ? { related: [closed.closed.seq] } : {}),
          ...(isChild ? { grade: 'warning' } : {}), // children are not stable yet
        });
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/prompt {"sessionId":"x","prompt":[{"type":"text","text":"Go on"}]}\n< 1 error {"code":-32002,"message":"No such session","data":{"sessionId":"x"}}',
      '> session/cancel {"sessionId":"x"}',
      '> 1 session/list {}\n< 1 ok {"sessions":[{"sessionId":"old","cwd":"/home/me/app"}]}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}', // listed, not loaded
      `${CLOSE_OFFERED}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/close {"sessionId":"s"}\n< 2 ok {}\n> 3 session/set_mode {"sessionId":"s","modeId":"code"}`,
      `${handshake({ client: { subagents: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"subagent_update","sessionId":"child","title":"Search"}}\n> session/cancel {"sessionId":"child"}`, // it does not offer cancelling: a warning
    ],
    keeps: [
      '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n> session/cancel {"sessionId":"s"}',
      '> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}',
      '> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n> session/cancel {"sessionId":"old"}\n< 1 ok {}\n> session/cancel {"sessionId":"old"}',
      '> 1 session/fork {"sessionId":"s","cwd":"/home/me/app"}\n< 1 ok {"sessionId":"t"}\n> 2 session/prompt {"sessionId":"t","prompt":[{"type":"text","text":"Go on"}]}',
      '> 1 _team/new {}\n< 1 ok {"sessionId":"t"}\n> 2 session/prompt {"sessionId":"t","prompt":[{"type":"text","text":"Go on"}]}\n> 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}', // an extension brought it
      `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/close {"sessionId":"x"}\n> 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}`,
    ],
  },
});

function nameOf(id: string, isClosed: boolean, isChild: boolean): string {
  if (isChild) return `the subagent ${id}, which does not offer that`;
  return isClosed ? `the session ${id}, which is closed` : `the session ${id}, which is not open`;
}
