import { defineRule } from '../engine/rule.ts';
import { PROMPT, toolCall, update } from '../examples/turn.ts';
import { toBreach, watchValues } from '../helpers/schema-issues.ts';

export default defineRule({
  id: 'schema/value-is-not-dropped',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'Values match the schema even where receivers are lenient: there a wrong value is lost, although the message does not fail.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema',
  peers:
    'Both official SDKs put the default in place of the value, or drop the item from the list, and say nothing. The sender never learns that it was not shown.',
  start: () => watchValues({ in: 'both', wants: ({ grade }) => grade === 'salvaged', breachOf: toBreach }),
  examples: {
    breaks: [
      `${PROMPT}\n${toolCall({ kind: 'bash' })}`,
      `${PROMPT}\n${toolCall({ status: 'running' })}`, // did you mean in_progress?
      `${PROMPT}\n${toolCall({ content: [{ type: 'text', text: 'hi' }] })}`, // not wrapped
      `${PROMPT}\n${update('plan', { entries: [{ content: 'Look', priority: 'urgent', status: 'pending' }] })}`,
      '> 1 session/list {}\n< 1 ok {"sessions":[{"sessionId":"t"}]}', // without cwd: dropped from the list
    ],
    keeps: [
      `${PROMPT}\n${toolCall({ kind: 'execute', status: 'in_progress', content: [{ type: 'content', content: { type: 'text', text: 'hi' } }] })}`,
      update('session_info_update', { title: null }), // null clears
    ],
  },
});
