import { valueAt, isObject } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Trace } from '#core/trace/trace.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { CANCEL, CANCELLED, END_TURN, NEXT_END_TURN, NEXT_PROMPT, PROMPT } from '../examples/turn.ts';

export default defineRule({
  id: 'prompt/one-turn-at-a-time',
  grade: 'warning',
  binds: 'client',
  versions: [1], // in version 2 a prompt may join the work that is running
  requires:
    'The client sends the next prompt of a session once the turn before it is over. Only an agent that says it queues prompts takes them earlier.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn',
  peers:
    'Zed cancels the running turn and waits for its response first. Gemini CLI cancels the running turn by itself; other agents refuse the second prompt or mix the two turns. claude-agent-acp advertises `promptQueueing` and takes one after the other.',
  start() {
    const running = new Map<string, Exchange>(); // the newest open prompt of each session
    return {
      request({ exchange, reused }, verdict, trace) {
        const { method, session, opened } = exchange;
        if (method !== 'session/prompt' || opened.from !== 'client' || session === undefined) return;
        const before = running.get(session);
        running.set(session, exchange);
        if (before && before === reused) return; // jsonrpc/request-id-unique-in-flight
        if (!before || queuesPrompts(trace)) return verdict.kept();
        verdict.broken({
          seq: opened.seq,
          side: 'client',
          message: `a prompt is sent while the turn of the prompt with id ${before.id} is running`,
          seen: 'session/prompt',
          expected: `the response to prompt ${before.id} first`,
          related: [before.opened.seq],
          ...noteUnlessComplete(trace),
        });
      },
      answered({ exchange }) {
        const { session } = exchange;
        if (session !== undefined && running.get(session) === exchange) running.delete(session);
      },
      orphan({ ref }) {
        if (ref.from === 'agent') running.clear(); // an orphan: it may be the response to any of these
      },
      frame({ from }, decoded) {
        if (from === 'agent' && running.size > 0 && !isMessage(decoded)) running.clear(); // an unreadable frame may be the response to a prompt
      },
      session({ session: { id } }) {
        running.delete(id);
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${NEXT_PROMPT}\n${END_TURN}\n${NEXT_END_TURN}`,
      `${PROMPT}\n${CANCEL}\n${NEXT_PROMPT}\n${CANCELLED}\n${NEXT_END_TURN}`, // cancelled, but not waited for
    ],
    keeps: [
      `${PROMPT}\n${END_TURN}\n${NEXT_PROMPT}\n${NEXT_END_TURN}`,
      `${PROMPT}\n${CANCEL}\n${CANCELLED}\n${NEXT_PROMPT}`,
      `${handshakeAndSession({ agent: { _meta: { claudeCode: { promptQueueing: true } } } })}\n${PROMPT}\n${NEXT_PROMPT}`,
    ],
  },
});

/** Looks for the extension under every name in `_meta`, because several agents may adopt it. */
function queuesPrompts(trace: Trace): boolean {
  const meta = valueAt(trace.handshake().agentCapabilities, '_meta');
  return isObject(meta) && Object.values(meta).some((extension) => valueAt(extension, 'promptQueueing') === true);
}

const isMessage = (decoded: { readonly kind: string; readonly parts?: readonly { readonly message?: unknown }[] }) =>
  decoded.kind === 'blank' || (decoded.parts?.every(({ message }) => message !== undefined) ?? false);
