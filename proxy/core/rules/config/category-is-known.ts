import { configListRule, createFirstTime } from '../helpers/config-list.ts';

/** The last one exists since release 1.31 of the schema. */
const KNOWN = new Set(['mode', 'model', 'model_config', 'thought_level', 'speed']);

export default configListRule({
  id: 'config/category-is-known',
  grade: 'warning',
  versions: [1], // schema/variants-are-known in version 2
  requires:
    'The category of an option is one of ACP’s, or a name of the agent’s own that begins with an underscore. Reported once for each name.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options#option-categories',
  peers:
    'Clients show the option without an icon or a place of its own. A later release of ACP may give the name another meaning.',
  start() {
    const isNew = createFirstTime();
    return ({ options, ref, base }, verdict) => {
      for (const [index, { category }] of options.entries()) {
        if (category === undefined) continue;
        if (KNOWN.has(category) || category.startsWith('_')) verdict.kept();
        else if (isNew(category))
          verdict.broken({
            seq: ref.seq,
            side: 'agent',
            message: 'a category that is reserved for ACP',
            seen: JSON.stringify(category),
            expected: `${[...KNOWN].join(', ')}, or a name that begins with an underscore`,
            pointer: `${base}/${index}/category`,
          });
      }
    };
  },
  examples: {
    breaks: [
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"v","name":"Voice","category":"voice","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}}',
    ],
    keeps: [
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"v","name":"Voice","category":"_voice","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}}',
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"v","name":"Speed","category":"speed","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}}', // newer than the schema
    ],
  },
});
