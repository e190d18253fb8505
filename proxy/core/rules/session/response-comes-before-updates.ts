import { namesSession } from '#core/protocol/method-traits.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isBeingOpened, isNewBeingOpened } from '../helpers/other-sessions.ts';

/** How many unknown ids are kept while a response that may name them is due. */
const MAX_IDS = 64;

export default defineRule({
  id: 'session/response-comes-before-updates',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires:
    'The agent answers the request for a new or forked session before it reports on that session: until then the client does not know its id. Version 2 allows it.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#creating-a-session',
  peers: 'Zed drops such updates, so the commands or the usage they bring are missing until the next one.',
  start() {
    const early = new Map<string, { readonly ref: MessageRef; readonly variant: string }>();
    return {
      update({ session: id, variant, ref }, _verdict, trace) {
        if (trace.session(id)) return;
        if (!isNewBeingOpened(trace)) return early.clear();
        if (early.size >= MAX_IDS || early.has(id) || isBeingOpened(trace, id)) return;
        early.set(id, { ref, variant: variant ?? 'an update' });
      },
      session({ session: { id, by, closed } }, verdict) {
        if (closed || !namesSession(by)) return;
        const first = early.get(id);
        if (!first) return verdict.kept();
        early.delete(id);
        verdict.broken({
          seq: first.ref.seq,
          side: 'agent',
          message: `${first.variant} for the session ${id} came before the answer to ${by}`,
          seen: first.variant,
          expected: `the answer to ${by} first`,
          pointer: '/params/sessionId',
        });
      },
    };
  },
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"usage_update","used":0,"size":1000}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}\n< 1 ok {"sessionId":"s"}`,
      `> 1 session/fork {"sessionId":"s","cwd":"/home/me/app"}\n< session/update {"sessionId":"t","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}\n< 1 ok {"sessionId":"t"}`,
    ],
    keeps: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`,
    ],
  },
});
