import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { updateNeedsCapability } from '../helpers/update-needs-capability.ts';

export default updateNeedsCapability(['notice'], capability('client', { 1: 'session.notices' }), {
  id: 'capability/notices-are-offered',
  grade: 'error',
  requires: 'The agent sends notices only to a client that says it shows them, with `session.notices`.',
  source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#client-capabilities',
  peers: 'Clients that do not know the update drop it, and the user never sees it.',
  examples: {
    breaks: [
      `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"notice","severity":"info","title":"Out of credit soon"}}`,
      `${handshakeAndSession({ client: { session: { notices: null } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"notice","severity":"info","title":"Out of credit soon"}}`,
    ],
    keeps: [
      `${handshakeAndSession({ client: { session: { notices: {} } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"notice","severity":"info","title":"Out of credit soon"}}`,
    ],
  },
});
