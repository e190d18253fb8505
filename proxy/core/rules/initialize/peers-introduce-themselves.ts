import { valueAt } from '#core/json/json.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

export default defineRule({
  id: 'initialize/peers-introduce-themselves',
  grade: 'note',
  binds: 'sender',
  versions: [1],
  requires: 'Both sides say who they are in the handshake: name and version in `clientInfo` and `agentInfo`.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization',
  peers:
    'Editors show the command instead of a name, and reports of bugs do not say which release. A later version will demand it.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (!isInitialize(method) || opened.from !== 'client') return;
      const requested = valueAt(params, 'protocolVersion');
      const hasInfo = (valueAt(params, 'clientInfo') ?? valueAt(params, 'info') ?? null) !== null;
      if (hasInfo) verdict.kept();
      else if (requested === 1)
        verdict.broken({
          seq: opened.seq,
          side: 'client',
          message: 'the client does not say what it is',
          seen: 'no clientInfo',
          expected: 'clientInfo: {"name":…,"version":…}',
          pointer: '/params',
        });
    },
    answered({ exchange: { method, outcome, opened, closed } }, verdict) {
      if (!isInitialize(method) || !outcome.ok || opened.from !== 'client') return;
      if ((valueAt(outcome.result, 'agentInfo') ?? valueAt(outcome.result, 'info') ?? null) !== null)
        return verdict.kept();
      if (valueAt(outcome.result, 'protocolVersion') !== 1) return; // version 2 requires the member: schema/result-match
      verdict.broken({
        seq: closed.seq,
        side: 'agent',
        message: 'the agent does not say what it is',
        seen: 'no agentInfo',
        expected: 'agentInfo: {"name":…,"version":…}',
        pointer: '/result',
      });
    },
  }),
  examples: {
    breaks: [
      `> 0 initialize {"protocolVersion":1}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}`,
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":1,"agentInfo":null}`,
    ],
    keeps: [handshake()],
  },
});
