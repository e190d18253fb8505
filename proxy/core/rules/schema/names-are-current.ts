import type { IssueGrade } from '#core/protocol/issue.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { defineRule } from '../engine/rule.ts';
import { PROMPT, toolCall } from '../examples/turn.ts';
import { reportOnce, watchValues } from '../helpers/schema-issues.ts';

const NOT_CURRENT: ReadonlySet<IssueGrade> = new Set<IssueGrade>([
  'legacy',
  'private',
  'newer',
  'other-version',
  'unstable',
]);

export default defineRule({
  id: 'schema/names-are-current',
  grade: 'note',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'Members and values are those of the stable schema. Names that are not stable yet, newer than acptap, of the other version, private to some peers or no longer in ACP are mentioned once.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema',
  peers: 'Peers that do not know the name ignore it, or drop the message where it says what kind of message it is.',
  start: () =>
    watchValues({
      in: 'both',
      // the handshake is the right place to offer an unstable capability
      wants: ({ grade }, { method }) => NOT_CURRENT.has(grade) && !(grade === 'unstable' && isInitialize(method)),
      breachOf: reportOnce(),
    }),
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/a","mcpServers":[]}\n< 1 ok {"sessionId":"t","models":{"currentModelId":"m","availableModels":[]}}', // legacy
      `${PROMPT}\n< 1 ok {"stopReason":"end_turn","usage":null}`, // not stable yet
      '> 1 session/new {"cwd":"/a","mcpServers":[{"type":"stdio","name":"m","command":"/m","args":[],"env":[]}]}', // of version 2
      `${PROMPT}\n${toolCall({ content: [{ type: 'session', sessionId: 'child' }] })}`, // newer
      '< 1 fs/write_text_file {"sessionId":"s","path":"/a","content":""}\n> 1 ok null', // as examples had it
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
      '> 1 session/new {"cwd":"/a","mcpServers":[],"systemPrompt":{"mode":"append","content":[]}}', // stable since 1.30
    ],
  },
});
