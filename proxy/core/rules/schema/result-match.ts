import { defineRule } from '../engine/rule.ts';
import { ASK, END_TURN, PROMPT } from '../examples/turn.ts';
import { toBreach, watchValues } from '../helpers/schema-issues.ts';

export default defineRule({
  id: 'schema/result-match',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'A result has every member that the schema requires of answers to that request, and members of the right type; the code of an error is a 32-bit integer.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema',
  peers: 'The request fails on the side that asked, although it was carried out on the other.',
  start: () => watchValues({ in: 'results', wants: ({ grade }) => grade === 'hard', breachOf: toBreach }),
  examples: {
    breaks: [
      '> 1 session/list {}\n< 1 ok {}', // no sessions
      '> 1 session/new {"cwd":"/a","mcpServers":[]}\n< 1 ok null',
      `${PROMPT}\n< 1 ok {"stopReason":"done"}`,
      `${PROMPT}\n${ASK}\n> 7 ok {"outcome":"selected","optionId":"yes"}`, // flat
      '> 1 session/list {}\n< 1 error {"code":4294967296,"message":"no"}',
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
      `${PROMPT}\n${END_TURN}`,
      '> 1 session/list {}\n< 1 error {"code":429,"message":"Too many requests","data":{"retry":true}}', // any code
      '< 1 fs/write_text_file {"sessionId":"s","path":"/a","content":""}\n> 1 ok {}',
    ],
  },
});
