import { tellOnce, watchValues } from '../schema-issues.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'schema/variants-are-known',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'A type or value is one of the schema’s. Where version 2 takes others, the names of one’s own begin with an underscore: all others are kept for ACP. Told once for each name.',
  source: 'https://agentclientprotocol.com/protocol/v2/extensibility',
  peers: 'Receivers keep the value and show nothing of it. A later release of ACP may give the name another meaning.',
  start: () =>
    watchValues({
      in: 'both',
      wants: ({ grade, what }) => grade === 'unknown-field' && what !== 'member',
      tell: tellOnce(),
    }),
  examples: {
    breaks: [
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","version":"1"}}
       < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"queued"}}`,
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","version":"1"}}
       < session/update {"sessionId":"s","update":{"sessionUpdate":"progress"}}`,
      '> 1 session/new {"cwd":"/a","mcpServers":[{"type":"pipe","name":"m","command":"/m","args":[],"env":[]}]}', // read as stdio
    ],
    keeps: [
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","version":"1"}}
       < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"_queued"}}`,
      `> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
       < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","version":"1"}}
       < session/update {"sessionId":"s","update":{"sessionUpdate":"_progress","done":1}}`,
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"notice","severity":"fatal","title":"Out of memory"}}', // open in version 1 too
    ],
  },
});
