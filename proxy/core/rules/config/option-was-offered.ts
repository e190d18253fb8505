import { stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { suggestionText, nearestName } from '#core/protocol/suggest-name.ts';
import { configChoiceRule } from '../helpers/config-choice.ts';

export default configChoiceRule({
  id: 'config/option-was-offered',
  grade: 'error',
  requires: 'The client sets an option that is in the latest list the agent has given for the session.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options#setting-a-config-option',
  peers: 'The agent answers -32602 and nothing changes.',
  start:
    () =>
    ({ params, lists, ref }, verdict, trace) => {
      const id = stringAt(params, 'configId');
      const [latest] = lists;
      if (id === undefined || !latest) return;
      const options = latest.options.map((option) => option.id);
      if (options.includes(id)) return verdict.kept();
      if (lists.some((list) => list.options.some((option) => option.id === id))) return; // it was offered when the client chose
      const near = nearestName(id, options);
      verdict.broken({
        seq: ref.seq,
        side: 'client',
        message: `the agent does not offer this option${suggestionText(near && renderValue(near))}`,
        seen: JSON.stringify(id),
        expected: options.map((each) => JSON.stringify(each)).join(', ') || 'nothing: the list is empty',
        pointer: '/params/configId',
        related: [latest.ref.seq],
        ...(trace.isComplete() ? {} : { grade: 'note' }),
      });
    },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"modle","value":"a"}\n< 2 error {"code":-32602,"message":"Unknown option"}',
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}\n< session/update {"sessionId":"c","update":{"sessionUpdate":"config_option_update","configOptions":[]}}\n@900000 > 2 session/set_config_option {"sessionId":"c","configId":"model","value":"a"}\n< 2 error {"code":-32602,"message":"Unknown option"}', // removed some time before
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"model","value":"a"}\n< session/update {"sessionId":"c","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]},{"id":"speed","name":"Speed","type":"select","currentValue":"x","options":[{"value":"x","name":"X"}]}]}}\n> 3 session/set_config_option {"sessionId":"c","configId":"speed","value":"x"}', // new by an update
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}\n> 2 session/set_config_option {"sessionId":"c","configId":"model","value":"a"}\n< session/update {"sessionId":"c","update":{"sessionUpdate":"config_option_update","configOptions":[]}}\n> 3 session/set_config_option {"sessionId":"c","configId":"model","value":"a"}', // the two crossed
    ],
  },
});
