import { isInitialize } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

export default defineRule({
  id: 'initialize/happens-once',
  grade: 'warning',
  binds: 'client',
  versions: [1, 2],
  requires:
    'A connection is initialized once; after a failure the client may try again. In version 2 it may also repeat it, as long as it has sent nothing else.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization',
  peers:
    'Agents of version 1 answer again, and some forget their sessions. Agents of version 2 answer -32600 once there was another request.',
  start() {
    let first: Exchange | undefined;
    let hasOther = false;
    return {
      request({ exchange }, verdict, trace) {
        const { method, opened } = exchange;
        if (opened.from !== 'client') return;
        if (!isInitialize(method)) return void (hasOther = true);
        if (!first) return void (first = exchange);
        const { seq } = first.opened;
        const isVersion2 = trace.version() === 2;
        if (isVersion2 && !hasOther) return verdict.kept();
        verdict.broken({
          seq: opened.seq,
          side: 'client',
          message: 'initialize was sent again',
          seen: 'a second initialize',
          expected: 'one initialize for a connection',
          pointer: '/method',
          related: [seq],
          ...(isVersion2 ? { grade: 'error' } : {}),
        });
      },
      answered({ exchange }, verdict) {
        if (exchange !== first) return;
        if (exchange.outcome.ok) verdict.kept();
        else first = undefined;
      },
    };
  },
  examples: {
    breaks: [
      `${handshake()}\n> 1 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}`,
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n> 1 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}`,
      `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/list {}\n> 2 initialize {"protocolVersion":2,"info":{"name":"editor","version":"1.0.0"}}`,
    ],
    keeps: [
      handshake(),
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 error {"code":-32603,"message":"no"}\n${handshake()}`, // tried again
      `${handshake({ version: 2 })}\n> 1 initialize {"protocolVersion":2,"info":{"name":"editor","version":"1.0.0"}}`,
    ],
  },
});
