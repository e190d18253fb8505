import { formOf } from '#core/protocol/method-form.ts';
import { methodFacts } from '#core/protocol/methods.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { createClassifier } from '../engine/classifier.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/method-is-in-version',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'Once the handshake has decided the version, both sides use the methods of that version: some were renamed or removed in version 2, some are new there.',
  source: 'https://agentclientprotocol.com/protocol/v2/migration',
  peers: 'Receivers do not have the method: a request is answered with -32601, a notification ignored.',
  start() {
    const classify = createClassifier();

    function judge(method: string, { seq, from }: MessageRef, verdict: Verdict, trace: Trace): void {
      const version = trace.version();
      if (version === undefined) return;
      const found = classify(method, version);
      if (found === 'stable' || found === 'unstable') return verdict.kept();
      if (found !== 'unknown' || methodFacts(method).length === 0) return; // jsonrpc/method-is-known
      if (formOf(method, from) === 'other-side') return; // jsonrpc/method-goes-the-right-way
      verdict.broken({
        seq,
        side: from,
        message: `${method} is not in version ${version} of ACP`,
        seen: method,
        expected: `a method of version ${version}`,
        pointer: '/method',
      });
    }

    return {
      call({ method, ref }, verdict, trace) {
        judge(method, ref, verdict, trace);
      },
    };
  },
  examples: {
    breaks: [
      '> 1 auth/login {"methodId":"oauth"}',
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","version":"1"}}
       > 1 session/load {"sessionId":"s","cwd":"/a","mcpServers":[]}`,
    ],
    keeps: [
      '> 1 session/list {}',
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       > 1 session/load {"sessionId":"s","cwd":"/a","mcpServers":[]}
       < 0 ok {"protocolVersion":1}
       > 2 session/list {}`, // sent before the version was decided
    ],
  },
});
