import type { Exchange } from '#core/trace/exchanges.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

const RESUME = `${handshake({ version: 2, agent: { session: {} } })}
       > 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}`;

export default defineRule({
  id: 'session/resume-tells-the-state',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  restsOn: ['state_update'],
  requires:
    'In version 2 the agent says in what state a session is, with a state_update, before it answers session/resume.',
  source: 'https://agentclientprotocol.com/protocol/v2/draft/session-setup#current-state-synchronization',
  peers: 'Clients cannot tell whether the agent is at work, and may show an idle session as busy or the reverse.',
  start() {
    const resuming = new Map<string, { readonly exchange: Exchange; hasState: boolean }>();
    return {
      request({ exchange }) {
        const { method, session: id, opened } = exchange;
        if (method === 'session/resume' && id !== undefined && opened.from === 'client')
          resuming.set(id, { exchange, hasState: false });
      },
      update({ session: id, variant }) {
        const resume = resuming.size > 0 && variant === 'state_update' ? resuming.get(id) : undefined;
        if (resume) resume.hasState = true;
      },
      answered({ exchange }, verdict) {
        const { session: id, outcome, opened, closed } = exchange;
        const resume = id === undefined ? undefined : resuming.get(id);
        if (id === undefined || resume?.exchange !== exchange) return;
        resuming.delete(id);
        if (!outcome.ok) return;
        if (resume.hasState) return verdict.kept();
        verdict.broken({
          seq: closed.seq,
          missedIn: id,
          missedSince: opened.seq,
          side: 'agent',
          message: `session/resume of ${id} was answered before a state_update`,
          seen: 'no state_update since the request',
          expected: 'a state_update, and then the answer',
          related: [opened.seq],
        });
      },
    };
  },
  examples: {
    breaks: [
      `${RESUME}\n< 1 ok {}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"state_update","state":"idle"}}`,
    ],
    keeps: [
      `${RESUME}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"state_update","state":"idle"}}\n< 1 ok {}`,
      `${RESUME}\n< 1 error {"code":-32002,"message":"Not found","data":{"sessionId":"old"}}\n> 2 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"state_update","state":"running"}}\n< 2 ok {}`,
    ],
  },
});
