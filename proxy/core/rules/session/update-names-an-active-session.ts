import { ELICITATIONS } from '#core/protocol/method-traits.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { createOtherSessions, isBeingOpened, isNewBeingOpened } from '../helpers/other-sessions.ts';

/** Requests of the agent that name a session. Other terminal requests have their own rules. */
const ASKING = new Set<string>([
  'session/request_permission',
  ...ELICITATIONS,
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
]);

/** How many sessions are reported, each once. */
const MAX_SESSIONS = 256;

export default defineRule({
  id: 'session/update-names-an-active-session',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  restsOn: ['subagent_update', 'subagent_spawned'],
  requires:
    'The agent reports on sessions that are open on this connection, and on subagents that it has announced, and asks for nothing in others.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers:
    'Zed and clients made with the TypeScript SDK log the update and drop it. A request is answered with an error.',
  start() {
    const elsewhere = createOtherSessions();
    const reported = new Set<string>();

    function judge(id: string, what: string, ref: MessageRef, verdict: Verdict, trace: Trace): void {
      if (trace.session(id)) return verdict.kept();
      if (!trace.isComplete() || trace.handshake().progress !== 'done' || !elsewhere.isWhole()) return;
      if (reported.has(id) || reported.size >= MAX_SESSIONS || trace.hasUnnamedSession()) return;
      // For a new session: session/response-comes-before-updates.
      if (elsewhere.has(id) || isBeingOpened(trace, id) || isNewBeingOpened(trace)) return;
      const closed = trace.closedSession(id);
      if (closed && trace.version() === 2) return; // session/is-silent-once-closed
      reported.add(id);
      verdict.broken({
        seq: ref.seq,
        missedIn: id,
        side: 'agent',
        message: `${what} is for the session ${id}, which is ${closed ? 'closed' : 'not open'}`,
        seen: id,
        expected: 'a session that is open on this connection',
        pointer: '/params/sessionId',
        ...(closed?.closed ? { related: [closed.closed.seq] } : {}),
        // Titles may change for any listed session.
        ...(what === 'session_info_update' ? { grade: 'note' } : {}),
      });
    }

    return {
      answered: ({ exchange }) => elsewhere.answered(exchange),
      update(event, verdict, trace) {
        elsewhere.updated(event);
        const { session, variant, ref } = event;
        judge(session, variant ?? 'an update', ref, verdict, trace);
      },
      request({ exchange: { method, session, opened } }, verdict, trace) {
        if (session !== undefined && ASKING.has(method)) judge(session, method, opened, verdict, trace);
      },
    };
  },
  examples: {
    breaks: [
      '< 1 fs/read_text_file {"sessionId":"x","path":"/home/me/app/main.ts"}\n> 1 error {"code":-32602,"message":"No such session"}',
      '< session/update {"sessionId":"x","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}\n< session/update {"sessionId":"x","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":" you"}}}', // once
      '< session/update {"sessionId":"listed","update":{"sessionUpdate":"session_info_update","title":"Licence"}}', // a note
      `${handshake({ agent: { sessionCapabilities: { close: {} } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/close {"sessionId":"s"}\n< 2 ok {}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`,
    ],
    keeps: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"/home/me/app/main.ts"}\n> 1 ok {"content":""}',
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}',
      `> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}\n< 1 ok {}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`,
      `${handshake({ client: { subagents: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"subagent_update","sessionId":"child","title":"Search"}}\n< session/update {"sessionId":"child","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Found it"}}}`,
    ],
  },
});
