import { RESOURCE_NOT_FOUND } from '#core/protocol/error-codes.ts';
import { setNewest } from '#core/set-newest.ts';
import { stringAt } from '#core/json/json.ts';
import { replaysHistory } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Seq } from '#core/units.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { NEEDS_ACTIVE_SESSION } from '../helpers/session-setup.ts';
import { isBeingOpened } from '../helpers/other-sessions.ts';

/** How many deleted sessions are remembered. */
const MAX_REMEMBERED = 256;

const DELETED = `${handshake({ agent: { loadSession: true, sessionCapabilities: { delete: {} } } })}
       > 1 session/delete {"sessionId":"old"}
       < 1 ok {}`;

export default defineRule({
  id: 'session/inactive-is-answered-as-not-found',
  grade: 'note',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The agent should refuse a request that names a session it does not have, or that is not active, with the error -32002 and the id in `data.sessionId`.',
  source: 'https://agentclientprotocol.com/protocol/v1/error',
  peers:
    'Nearly every agent answers -32602 or -32603 today, so editors cannot tell a lost session from a wrong request, and do not offer to open it again.',
  start() {
    const deleted = new Map<string, Seq>();
    const owed = new Map<Exchange, Seq | undefined>(); // requests for ended sessions, with the entry that ended them

    return {
      request({ exchange, reused }, _verdict, trace) {
        if (reused) owed.delete(reused);
        const { method, session: id, opened } = exchange;
        if (id === undefined || opened.from !== 'client') return;
        const gone = replaysHistory(method) ? deleted.get(id) : undefined;
        if (gone !== undefined) return void owed.set(exchange, gone);
        if (!NEEDS_ACTIVE_SESSION[trace.version() ?? 1].has(method) || trace.session(id)) return;
        const isCertain = trace.isComplete() && trace.handshake().progress === 'done' && !trace.hasUnnamedSession();
        if (isCertain && !isBeingOpened(trace, id)) owed.set(exchange, trace.closedSession(id)?.closed?.seq);
      },
      answered({ exchange }, verdict) {
        const { method, session: id, outcome, opened, closed } = exchange;
        if (method === 'session/delete' && outcome.ok && id !== undefined)
          setNewest(deleted, id, closed.seq, MAX_REMEMBERED);
        if (!owed.has(exchange)) return;
        const gone = owed.get(exchange);
        owed.delete(exchange);
        if (!outcome || outcome.ok) return; // the agent knows it
        const { code, data } = outcome.error;
        if (code === RESOURCE_NOT_FOUND && stringAt(data, 'sessionId') === id) return verdict.kept();
        const isRightCode = code === RESOURCE_NOT_FOUND;
        verdict.broken({
          seq: closed.seq,
          side: 'agent',
          message: isRightCode
            ? `the error does not say that it is session ${id} which is not there`
            : `the agent answered ${code} for the session ${id}, which is not there`,
          seen: isRightCode ? 'no data.sessionId' : `error ${code}`,
          expected: `error ${RESOURCE_NOT_FOUND} with data.sessionId`,
          pointer: isRightCode ? '/error/data' : '/error/code',
          related: gone === undefined ? [opened.seq] : [opened.seq, gone],
        });
      },
    };
  },
  examples: {
    breaks: [
      `${DELETED}\n> 2 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 2 error {"code":-32603,"message":"Internal error"}`,
      `${DELETED}\n> 2 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 2 error {"code":-32002,"message":"Not found"}`, // which one?
    ],
    keeps: [
      `${DELETED}\n> 2 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 2 error {"code":-32002,"message":"Not found","data":{"sessionId":"old"}}`,
      '> 1 session/prompt {"sessionId":"x","prompt":[{"type":"text","text":"Go on"}]}\n< 1 error {"code":-32002,"message":"Not found","data":{"sessionId":"x"}}',
    ],
  },
});
