import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { updateNeedsCapability } from '../helpers/update-needs-capability.ts';

export default updateNeedsCapability(['plan_update', 'plan_removed'], capability('client', { 1: 'plan' }), {
  id: 'capability/plan-updates-are-offered',
  grade: 'error',
  requires:
    'The agent sends plans with an id only to a client that says it follows them, with `plan`. Any client takes the update `plan`.',
  source: 'https://agentclientprotocol.com/protocol/v1/draft/agent-plan',
  peers: 'Clients that do not know the update drop it, and show no plan.',
  examples: {
    breaks: [
      `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[]}}}`,
      `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"plan_removed","planId":"p"}}`,
    ],
    keeps: [
      `${handshakeAndSession({ client: { plan: {} } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[]}}}`,
    ],
  },
});
