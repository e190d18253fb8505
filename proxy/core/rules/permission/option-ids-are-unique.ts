import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ASK, ask, PROMPT, selected } from '../examples/turn.ts';

const TWICE = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'yes', name: 'Always allow', kind: 'allow_always' },
];

export default defineRule({
  id: 'permission/option-ids-are-unique',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The options of a permission request have different ids: an id names one option. In version 2 this is a MUST.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options',
  peers: 'Clients show all options and answer with the id, so the agent cannot tell which one the person has chosen.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      const options =
        method === 'session/request_permission' && opened.from === 'agent' ? valueAt(params, 'options') : undefined;
      if (!Array.isArray(options) || options.length === 0) return;
      const ids = new Set<string>();
      let twice: string | undefined;
      for (const option of options) {
        const id = stringAt(option, 'optionId');
        if (id !== undefined && ids.has(id)) twice = id;
        if (id !== undefined) ids.add(id);
      }
      if (twice === undefined) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: `two options have the id ${JSON.stringify(twice)}`,
        seen: twice,
        expected: 'an id of its own for each option',
        pointer: '/params/options',
        ...(trace.version() === 2 ? { grade: 'error' } : {}),
      });
    },
  }),
  examples: {
    breaks: [
      `${PROMPT}\n${ask(TWICE)}\n${selected('yes')}`,
      `${handshakeAndSession({ version: 2 })}
       < 7 session/request_permission ${JSON.stringify({ sessionId: 's', title: 'Run the tests?', options: TWICE })}`,
    ],
    keeps: [`${PROMPT}\n${ASK}\n${selected('yes')}`],
  },
});
