import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { updateNeedsCapability } from '../helpers/update-needs-capability.ts';

export default updateNeedsCapability(
  ['compaction_update', 'compaction_summary_chunk'],
  capability('client', { 1: 'session.compaction' }),
  {
    id: 'capability/compaction-is-offered',
    grade: 'error',
    requires: 'The agent reports compactions only to a client that says it follows them, with `session.compaction`.',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#client-capabilities',
    peers: 'Clients that do not know the update drop it.',
    examples: {
      breaks: [
        `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"compaction_update","compactionId":"c","status":"in_progress"}}`,
        `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"c","content":{"type":"text","text":"So far"}}}`,
        `${handshakeAndSession({ client: { session: { notices: {} } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"compaction_update","compactionId":"c","status":"in_progress"}}`,
      ],
      keeps: [
        `${handshakeAndSession({ client: { session: { compaction: {} } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"compaction_update","compactionId":"c","status":"in_progress"}}`,
      ],
    },
  },
);
