import { defineRule } from '../engine/rule.ts';
import { PROMPT, toolCall, toolCallUpdate, update } from '../examples/turn.ts';
import { reportOnce, watchValues } from '../helpers/schema-issues.ts';

export default defineRule({
  id: 'schema/members-are-known',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'Objects of ACP have only the members of the schema; additions go into `_meta`. Reported once for each member.',
  source: 'https://agentclientprotocol.com/protocol/v1/extensibility',
  peers:
    'The member is ignored, and proxies built on an SDK strip it. A later release of ACP may give the name another meaning.',
  start: () =>
    watchValues({
      in: 'both',
      wants: ({ grade, what }) => grade === 'unknown-field' && what === 'member',
      breachOf: reportOnce(),
    }),
  examples: {
    breaks: [
      `${PROMPT}\n${update('agent_message_chunk', { index: 1, content: { type: 'text', text: 'hi' } })}`, // as an old page had it
      `${PROMPT}\n${toolCall()}\n${toolCallUpdate({ appendContent: [] })}`,
      '> 1 session/list {"working_directory":"/a"}',
      '> 1 session/list {}\n< 1 ok {"sessions":[],"total":0}',
    ],
    keeps: [
      '> 1 session/list {"_meta":{"mine":{"anything":[1,2]}}}',
      `${PROMPT}\n${toolCall({ rawInput: { any: 'thing' } })}`, // free
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
    ],
  },
});
