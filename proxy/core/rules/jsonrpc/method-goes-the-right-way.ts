import { formOf } from '#core/protocol/method-form.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { opposite } from '#core/wire/entry.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/method-goes-the-right-way',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'The client sends what ACP defines for agents to handle, the agent what it defines for clients, and neither sends the other’s methods.',
  source: 'https://agentclientprotocol.com/protocol/v1/overview',
  peers: 'Receivers do not have the method: a request is answered with -32601, a notification ignored.',
  start() {
    let chained = false; // the agent is a proxy in a chain, where a conductor routes messages

    function judge(method: string, { seq, from }: MessageRef, verdict: Verdict): void {
      const form = formOf(method, from);
      if (form === 'unknown') return;
      if (form !== 'other-side') return verdict.kept();
      verdict.broken({
        seq,
        side: from,
        message: `${method} is for the ${opposite(from)} to send`,
        seen: `${method} from the ${from}`,
        expected: `a method of the ${from}`,
        pointer: '/method',
        ...(chained ? { grade: 'warning' } : {}),
      });
    }

    return {
      request({ exchange: { method, opened } }, verdict) {
        chained ||= isInitialize(method) && method !== 'initialize';
        judge(method, opened, verdict);
      },
      notification({ notification: { method }, ref }, verdict) {
        judge(method, ref, verdict);
      },
    };
  },
  examples: {
    breaks: [
      '< 1 session/prompt {"sessionId":"s","prompt":[]}',
      '> 1 fs/read_text_file {"sessionId":"s","path":"/a"}\n< 1 error {"code":-32601,"message":"Method not found"}',
      '< session/cancel {"sessionId":"s"}',
      '> 7 session/update {"sessionId":"s"}', // and with an id: the direction is the mistake
    ],
    keeps: [
      '> 1 session/list {}\n< $/cancel_request {"requestId":9}\n> $/cancel_request {"requestId":1}', // either side
      '> 1 session/list {}\n> 2 mcp/message {"serverId":"m","requestId":1,"method":"ping"}', // both ways until 1.24
    ],
  },
});
