import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { toolCallUpdate, update } from '../examples/turn.ts';
import { reportOnce, watchValues } from '../helpers/schema-issues.ts';

const VERSION_2 = handshakeAndSession({ version: 2 });

export default defineRule({
  id: 'schema/variants-are-known',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'Types and values are those of the schema. In version 2, names of one’s own begin with an underscore; the others are reserved for ACP. Reported once for each name.',
  source: 'https://agentclientprotocol.com/protocol/v2/extensibility',
  peers: 'Receivers keep the value and show nothing of it. A later release of ACP may give the name another meaning.',
  start: () =>
    watchValues({
      in: 'both',
      wants: ({ grade, what, pointer }) =>
        grade === 'unknown-field' && what !== 'member' && !pointer.endsWith('/category'), // config/category-is-known
      breachOf: reportOnce(),
    }),
  examples: {
    breaks: [
      `${VERSION_2}\n${toolCallUpdate({ status: 'queued' })}`,
      `${VERSION_2}\n${update('progress', {})}`,
      '> 1 session/new {"cwd":"/a","mcpServers":[{"type":"pipe","name":"m","command":"/m","args":[],"env":[]}]}', // read as stdio
    ],
    keeps: [
      `${VERSION_2}\n${toolCallUpdate({ status: '_queued' })}`,
      `${VERSION_2}\n${update('_progress', { done: 1 })}`,
      update('notice', { severity: 'fatal', title: 'Out of memory' }), // open in version 1 too
    ],
  },
});
