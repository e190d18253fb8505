import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { updateNeedsCapability } from '../helpers/update-needs-capability.ts';

export default updateNeedsCapability(
  ['prompt_suggestions_update'],
  capability('client', { 1: 'session.promptSuggestions' }),
  {
    id: 'capability/prompt-suggestions-are-offered',
    grade: 'note',
    requires:
      'The agent suggests prompts only to a client that says it shows them, with `session.promptSuggestions`. They are newer than the schema acptap was made with.',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#client-capabilities',
    peers: 'Clients that do not know the update drop it.',
    examples: {
      breaks: [
        `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[]}}`,
      ],
      keeps: [
        `${handshakeAndSession({ client: { session: { promptSuggestions: {} } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[]}}`,
      ],
    },
  },
);
