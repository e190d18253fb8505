import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { areKept, isReadable, toConfigOptions } from '../helpers/config-options.ts';

export default defineRule({
  id: 'config/answer-lists-the-option-set',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The answer to `session/set_config_option` lists all options with their values, including the option that was set. The choice may remove other options.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options#setting-a-config-option',
  peers: 'Clients put the list in place of the one they had: an option that is not in it disappears.',
  start: () => ({
    answered({ exchange: { method, params, outcome, opened, closed } }, verdict, trace) {
      if (method !== 'session/set_config_option' || !outcome.ok) return;
      const id = stringAt(params, 'configId');
      const list = valueAt(outcome.result, 'configOptions');
      const options = toConfigOptions(list);
      if (id === undefined || !options || !isReadable(list)) return;
      if (options.some((option) => option.id === id)) return verdict.kept();
      if (!areKept(options, trace.version())) return; // it may be a broken option
      verdict.broken({
        seq: closed.seq,
        side: 'agent',
        message: 'the option that was set is not in the list',
        seen: options.length === 0 ? 'an empty list' : options.map((option) => JSON.stringify(option.id)).join(', '),
        expected: `all options, with ${JSON.stringify(id)}`,
        pointer: '/result/configOptions',
        related: [opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/set_config_option {"sessionId":"s","configId":"model","value":"a"}\n< 1 ok {"configOptions":[]}',
    ],
    keeps: [
      '> 1 session/set_config_option {"sessionId":"s","configId":"model","value":"a"}\n< 1 ok {"configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}',
      '> 1 session/set_config_option {"sessionId":"s","configId":"model","value":"a"}\n< 1 ok {"configOptions":[{"id":"effort","name":"Effort","type":"select","currentValue":"low","options":[{"value":"low","name":"Low"}]},{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}', // not the first
    ],
  },
});
