import { valueAt } from '#core/json/json.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'initialize/version-was-requested',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The agent answers with the version that the client requested, or the highest below that which it speaks. An agent of version 2 that speaks none of them answers with the error -32022; one of version 1 may name its own latest.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization',
  peers: 'Editors give the agent up with a version they do not speak. A lower one is always right, and worth knowing.',
  start: () => ({
    answered({ exchange: { method, params, outcome, opened, closed } }, verdict) {
      if (!isInitialize(method) || !outcome.ok || opened.from !== 'client') return;
      const requested = valueAt(params, 'protocolVersion');
      const answered = valueAt(outcome.result, 'protocolVersion');
      if (!isVersion(requested) || !isVersion(answered)) return; // schema/params-match, schema/result-match
      // 0 is older than ACP's versions; an agent may answer it with version 1.
      if (requested === answered || (requested === 0 && answered === 1)) return verdict.kept();
      const isBoundBy2 = answered === 2 || requested >= 2;
      verdict.broken({
        seq: closed.seq,
        side: 'agent',
        message: `the client requested version ${requested} and the agent answered with ${answered}`,
        seen: `protocolVersion: ${answered}`,
        expected: requested < answered ? `protocolVersion: ${requested}, or an error` : `protocolVersion: ${requested}`,
        pointer: '/result/protocolVersion',
        related: [opened.seq],
        ...(answered < requested ? { grade: 'note' } : isBoundBy2 ? {} : { grade: 'warning' }),
      });
    },
  }),
  examples: {
    breaks: [
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":2,"info":{"name":"agent","version":"1.0.0"}}`,
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":3,"agentInfo":{"name":"agent","version":"1.0.0"}}`, // not of version 2: a warning
      `> 0 initialize {"protocolVersion":2,"info":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}`, // lower: a note
    ],
    keeps: [
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}`,
    ],
  },
});

const isVersion = (value: unknown): value is number => Number.isInteger(value);
