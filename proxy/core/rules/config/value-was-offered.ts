import { stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { suggestionText, nearestName } from '#core/protocol/suggest-name.ts';
import { hasPlaceholder } from '#core/wire/placeholder.ts';
import { configChoiceRule } from '../helpers/config-choice.ts';
import { areKept, chosenValue, type ConfigOption } from '../helpers/config-options.ts';

/** How many values a finding lists. */
const MAX_LISTED = 12;

export default configChoiceRule({
  id: 'config/value-was-offered',
  grade: 'error',
  requires:
    'The client sets an option to one of the values that the agent has listed for it, in whatever group, or to true or false where it is a switch.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options#setting-a-config-option',
  peers: 'The agent answers -32602 and nothing changes. Some agents take any text for the name of a model.',
  start:
    () =>
    ({ params, lists, ref }, verdict, trace) => {
      const [latest] = lists;
      const id = stringAt(params, 'configId');
      const option = latest?.options.find((each) => each.id === id);
      const value = chosenValue(params, trace.version() ?? 1);
      if (!option || value === undefined) return; // config/option-was-offered
      if (hasPlaceholder(value)) return; // a redacted file hides what was chosen
      const fits = offers(option, value);
      if (fits === undefined) return;
      if (fits) return verdict.kept();
      const before = lists.flatMap(({ options }) => options.filter((each) => each.id === id));
      if (before.some((each) => offers(each, value))) return; // it was offered when the client chose
      if (!areKept(before, trace.version())) return; // a broken option may have offered it
      const near = typeof value === 'string' ? nearestName(value, option.values() ?? []) : undefined;
      verdict.broken({
        seq: ref.seq,
        side: 'client',
        message: `the agent does not offer this value for ${option.id}${suggestionText(near && renderValue(near))}`,
        seen: JSON.stringify(value),
        expected: expectation(option),
        pointer: '/params/value',
        related: [latest?.ref.seq ?? ref.seq],
        ...(trace.isComplete() ? {} : { grade: 'note' }),
      });
    },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"S"}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"model","value":"smal"}\n< 2 error {"code":-32602,"message":"Unknown value"}',
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"S"}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"model","type":"boolean","value":true}\n< 2 error {"code":-32602,"message":"Not a switch"}',
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"small","options":[{"group":"g","name":"G","options":[{"value":"small","name":"S"}]},{"group":"h","name":"H","options":[{"value":"large","name":"L"}]}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"model","value":"large"}', // in a group
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"model","value":"a"}\n< 2 ok {"configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"b","options":[{"value":"b","name":"B"}]}]}\n> 3 session/set_config_option {"sessionId":"c","configId":"model","value":"a"}\n> 4 session/set_config_option {"sessionId":"c","configId":"model","value":"b"}', // the first of these two crossed the new list
    ],
  },
});

/** Undefined when acptap does not know the type of the option, or the option has no values. */
function offers(option: ConfigOption, value: string | boolean): boolean | undefined {
  if (option.type === 'boolean') return typeof value === 'boolean';
  const values = option.values();
  return values && typeof value === 'string' ? values.includes(value) : values && false;
}

function expectation(option: ConfigOption): string {
  if (option.type === 'boolean') return 'true or false, with type boolean';
  const values = option.values() ?? [];
  const listed = values.slice(0, MAX_LISTED).map((each) => JSON.stringify(each));
  return `${listed.join(', ')}${values.length > MAX_LISTED ? ' …' : ''}`;
}
