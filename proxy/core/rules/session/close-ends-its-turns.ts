import type { Exchange } from '#core/trace/exchanges.ts';
import type { Seq } from '#core/units.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

const UNTIL_CLOSE = `${handshake({ agent: { sessionCapabilities: { close: {} } } })}
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
  peers: 'Editors wait for the turn, or show the agent as busy.',
  start() {
    const unanswered = new Map<Exchange, Seq>(); // prompts of closed sessions, with the response that closed the session
    let hasGap = false;
    return {
      event({ event }) {
        if (event.event === 'gap' && event.of !== 'stderr') hasGap = true;
      },
      request({ reused }) {
        if (reused) unanswered.delete(reused); // another rule reports the repeated id
      },
      answered({ exchange }, verdict, trace) {
        if (unanswered.delete(exchange)) return verdict.kept();
        const { method, session, outcome, opened, closed } = exchange;
        if (method !== 'session/close' || session === undefined || !outcome.ok || opened.from !== 'client') return;
        let isBusy = false;
        for (const open of trace.openRequests('client')) {
          if (open.method !== 'session/prompt' || open.session !== session) continue;
          isBusy = true;
          unanswered.set(open, closed.seq);
        }
        if (!isBusy) verdict.kept();
      },
      // At the end, because "soon after" has no limit.
      ended({ orderly, cutShort }, verdict) {
        if (cutShort) return;
        for (const [{ id, session, opened }, close] of unanswered)
          verdict.broken({
            seq: opened.seq,
            side: 'agent',
            message: `the prompt with id ${id} was not answered although the session ${session} was closed`,
            seen: 'no response',
            expected: 'the stop reason cancelled',
            related: [close],
            ...(orderly && !hasGap ? {} : { grade: 'note' }),
          });
      },
    };
  },
  examples: {
    breaks: [
      `${UNTIL_CLOSE}\n< 3 ok {}\n= exit {"code":0,"signal":null}`,
      `${UNTIL_CLOSE}\n< 3 ok {}\n= exit {"code":null,"signal":"SIGKILL"}`, // killed: a note
    ],
    keeps: [
      `${UNTIL_CLOSE}\n< 2 ok {"stopReason":"cancelled"}\n< 3 ok {}\n= exit {"code":0,"signal":null}`,
      `${UNTIL_CLOSE}\n< 3 ok {}\n< 2 ok {"stopReason":"cancelled"}\n= exit {"code":0,"signal":null}`,
    ],
  },
});
