import { valueAt } from '#core/json/json.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import type { Seq } from '#core/units.ts';
import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'initialize/client-leaves-an-unknown-version',
  grade: 'warning',
  binds: 'client',
  versions: [1, 2],
  requires:
    'A client that the agent answers with a version which it does not speak closes the connection and tells the user.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization',
  peers: 'The two speak past each other: members and methods differ between versions.',
  start() {
    let unknown: { readonly requested: number; readonly answered: number; readonly seq: Seq } | undefined;
    return {
      call({ method, ref: { seq, from } }, verdict) {
        if (!unknown || from !== 'client' || isInitialize(method)) return;
        const { requested, answered } = unknown;
        verdict.broken({
          seq,
          side: 'client',
          message: `the client sends ${method} although the agent speaks version ${answered} and it requested ${requested}`,
          seen: method,
          expected: 'the end of the connection',
          related: [unknown.seq],
        });
        unknown = undefined;
      },
      answered({ exchange: { method, params, outcome, opened, closed } }) {
        if (!isInitialize(method) || !outcome.ok || opened.from !== 'client') return;
        const requested = valueAt(params, 'protocolVersion');
        const answered = valueAt(outcome.result, 'protocolVersion');
        unknown = undefined;
        if (typeof requested !== 'number' || typeof answered !== 'number' || answered <= requested) return;
        unknown = { requested, answered, seq: closed.seq };
      },
      ended(_end, verdict) {
        if (unknown) verdict.kept();
      },
    };
  },
  examples: {
    breaks: [
      `> 0 initialize {"protocolVersion":0,"clientInfo":{"name":"editor","version":"0.1.0"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}`,
    ],
    keeps: [
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":2,"info":{"name":"agent","version":"1.0.0"}}\n= exit {"code":0,"signal":null}`,
    ],
  },
});
