import type { Exchange } from '#core/trace/exchanges.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isHistory } from '../helpers/history.ts';
import { isLoading } from '../helpers/other-sessions.ts';

const RESUME = `${handshake({ agent: { loadSession: true, sessionCapabilities: { resume: {} } } })}
       > 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}`;
const USER =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}';

export default defineRule({
  id: 'session/resume-does-not-replay',
  grade: 'error',
  binds: 'agent',
  versions: [1],
  requires: 'The agent resumes a session without sending its conversation again.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'Editors that have kept the conversation show it twice.',
  start() {
    const resuming = new Map<string, Exchange>();
    return {
      request({ exchange }, _verdict, trace) {
        const { method, session: id, opened } = exchange;
        if (method !== 'session/resume' || id === undefined || opened.from !== 'client') return;
        if (!trace.session(id)) resuming.set(id, exchange); // an open session may have other updates
      },
      update({ session: id, variant, ref, turn }, verdict, trace) {
        const resume = resuming.size > 0 && !turn && isHistory(variant) ? resuming.get(id) : undefined;
        if (!resume || ref.from !== 'agent' || isLoading(trace, id)) return;
        resuming.delete(id); // once
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `history of the session ${id} came while it was being resumed`,
          seen: variant ?? '',
          expected: 'none: session/load is there for that',
          pointer: '/params/update/sessionUpdate',
          related: [resume.opened.seq],
        });
      },
      answered({ exchange }, verdict) {
        const { session: id, outcome } = exchange;
        if (id === undefined || resuming.get(id) !== exchange) return;
        resuming.delete(id);
        if (outcome.ok) verdict.kept();
      },
    };
  },
  examples: {
    breaks: [`${RESUME}\n${USER}\n${USER}\n< 1 ok {}`],
    keeps: [
      `${RESUME}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}\n< 1 ok {}`,
      `${RESUME}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"usage_update","used":10,"size":1000}}\n> 2 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n${USER}\n< 1 ok {}\n< 2 ok {}`, // loaded at the same time
    ],
  },
});
