import { configListRule, createFirstTime } from '../helpers/config-list.ts';
import { excerpt } from '#core/text/excerpt.ts';

export default configListRule({
  id: 'config/current-value-is-offered',
  grade: 'warning',
  versions: [1, 2],
  requires: 'The current value of an option is one of the values it offers. Reported once for each value.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options',
  peers: 'Clients show an empty choice, or the first of the list as if it were the current one.',
  start() {
    const isNew = createFirstTime();
    return ({ options, session, ref, base }, verdict, trace) => {
      for (const [index, option] of options.entries()) {
        const { id, currentValue } = option;
        const values = option.values();
        if (!values || typeof currentValue !== 'string') continue;
        if (values.includes(currentValue)) verdict.kept();
        else if (option.isSound(trace.version() ?? 1) && isNew(JSON.stringify([session, id, currentValue])))
          verdict.broken({
            seq: ref.seq,
            side: 'agent',
            message: `the current value of ${id} is not one that it offers`,
            seen: excerpt(JSON.stringify(currentValue)),
            expected: `one of ${values.length} ${values.length === 1 ? 'value' : 'values'}: ${excerpt(values.join(', '), 200)}`,
            pointer: `${base}/${index}/currentValue`,
            ...(trace.version() === 2 ? { grade: 'error' } : {}),
          });
      }
    };
  },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"b","options":[{"value":"a","name":"A"}]}]}',
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"","options":[{"value":"a","name":"A"}]}]}}',
    ],
    keeps: [
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"b","options":[{"group":"g","name":"G","options":[{"value":"a","name":"A"},{"value":"b","name":"B"}]}]}]}}',
    ],
  },
});
