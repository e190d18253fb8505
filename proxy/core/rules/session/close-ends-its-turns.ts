import type { Exchange } from '#core/trace/exchanges.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

const CLOSE = `${handshake({ agent: { sessionCapabilities: { close: {} } } })}
       > 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
       < 1 ok {"sessionId":"s"}
       > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}
       > 3 session/close {"sessionId":"s"}`;

export default defineRule({
  id: 'session/close-ends-its-turns',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'Closing a session cancels what runs in it: each of its prompts is answered, before the answer to session/close or soon after.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'Editors wait for the turn, or hold the agent for still busy.',
  start() {
    const owed = new Map<Exchange, Exchange>(); // prompts of closed sessions, with the request that closed them
    let hasGap = false;
    return {
      event({ event }) {
        if (event.event === 'gap' && event.of !== 'stderr') hasGap = true;
      },
      request({ reused }) {
        if (reused) owed.delete(reused);
      },
      answered({ exchange }, verdict, trace) {
        if (owed.delete(exchange)) return verdict.kept();
        const { method, session, outcome, opened } = exchange;
        if (method !== 'session/close' || session === undefined || !outcome?.ok || opened.from !== 'client') return;
        let isBusy = false;
        for (const open of trace.openRequests('client')) {
          if (open.method !== 'session/prompt' || open.session !== session) continue;
          isBusy = true;
          owed.set(open, exchange);
        }
        if (!isBusy) verdict.kept();
      },
      ended({ orderly }, verdict) {
        for (const [{ id, session, opened }, close] of owed)
          verdict.broken({
            seq: opened.seq,
            side: 'agent',
            message: `the prompt with id ${id} was not answered although the session ${session} was closed`,
            seen: 'no response',
            expected: 'the stop reason cancelled',
            related: close.closed ? [close.closed.seq] : [close.opened.seq],
            ...(orderly && !hasGap ? {} : { grade: 'note' }),
          });
      },
    };
  },
  examples: {
    breaks: [
      `${CLOSE}\n< 3 ok {}\n= exit {"code":0,"signal":null}`,
      `${CLOSE}\n< 3 ok {}\n= exit {"code":null,"signal":"SIGKILL"}`, // killed: a note
    ],
    keeps: [
      `${CLOSE}\n< 2 ok {"stopReason":"cancelled"}\n< 3 ok {}\n= exit {"code":0,"signal":null}`,
      `${CLOSE}\n< 3 ok {}\n< 2 ok {"stopReason":"cancelled"}\n= exit {"code":0,"signal":null}`,
    ],
  },
});
