import { createSessionsElsewhere, isComing, isNewComing } from '../sessions-elsewhere.ts';
import { handshake } from '../example-handshake.ts';
import { defineRule } from '../rule.ts';

/** How many sessions are told of: an agent that streams to one that is not open would be told of with every piece. */
const MOST_SESSIONS = 256;

export default defineRule({
  id: 'session/update-names-an-active-session',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires: 'The agent reports on sessions that are open on this connection, and on subagents that it has announced.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'Zed and clients made with the TypeScript SDK log the update and drop it.',
  start() {
    const elsewhere = createSessionsElsewhere();
    const told = new Set<string>();
    return {
      answered: ({ exchange }) => elsewhere.answered(exchange),
      update(event, verdict, trace) {
        elsewhere.updated(event);
        const { session: id, variant, place } = event;
        if (place.from !== 'agent') return;
        if (trace.session(id)) return verdict.kept();
        if (!trace.isComplete() || trace.handshake().progress !== 'done' || !elsewhere.isWhole()) return;
        // A new session is session/response-comes-before-updates, a closed one of version 2 session/is-silent-once-closed.
        if (elsewhere.has(id) || isComing(trace, id) || isNewComing(trace)) return;
        const closed = trace.closedSession(id);
        if (closed && trace.version() === 2) return;
        if (told.has(id) || told.size >= MOST_SESSIONS) return;
        told.add(id);
        verdict.broken({
          seq: place.seq,
          side: 'agent',
          message: `${variant ?? 'an update'} is for the session ${id}, which is ${closed ? 'closed' : 'not open'}`,
          seen: id,
          expected: 'a session that is open on this connection',
          pointer: '/params/sessionId',
          ...(closed?.closed ? { related: [closed.closed.seq] } : {}),
          // What a list of sessions shows may change for any of them.
          ...(variant === 'session_info_update' ? { grade: 'note' } : {}),
        });
      },
    };
  },
  examples: {
    breaks: [
      '< session/update {"sessionId":"x","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}\n< session/update {"sessionId":"x","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":" you"}}}', // once
      '< session/update {"sessionId":"listed","update":{"sessionUpdate":"session_info_update","title":"Licence"}}', // a note
      `${handshake({ agent: { sessionCapabilities: { close: {} } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/close {"sessionId":"s"}\n< 2 ok {}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`,
    ],
    keeps: [
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}',
      `> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}\n< 1 ok {}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`,
      `${handshake({ client: { subagents: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"subagent_update","sessionId":"child","title":"Search"}}\n< session/update {"sessionId":"child","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Found it"}}}`,
    ],
  },
});
