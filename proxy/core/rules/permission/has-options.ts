import { valueAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { ASK, ask, DISMISSED, PROMPT } from '../examples/turn.ts';

export default defineRule({
  id: 'permission/has-options',
  grade: 'warning',
  binds: 'agent',
  versions: [1], // the schema of version 2 requires it
  requires: 'A permission request offers at least one option: without any, nothing can be chosen.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options',
  peers:
    'Editors show a question without buttons, which only cancelling the turn ends. The Python SDK refuses the request since its release 1.0.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      const options =
        method === 'session/request_permission' && opened.from === 'agent' ? valueAt(params, 'options') : undefined;
      if (!Array.isArray(options)) return;
      if (options.length > 0) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: 'the permission request offers no option',
        seen: '[]',
        expected: 'an option or more',
        pointer: '/params/options',
      });
    },
  }),
  examples: {
    breaks: [`${PROMPT}\n${ask([])}\n${DISMISSED}`],
    keeps: [
      `${PROMPT}\n${ASK}`,
      `${PROMPT}\n${ask([{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }])}`, // one is enough
    ],
  },
});
