import { stringAt } from '#core/json/json.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { capability, missingCapability, capabilityOffer, type Capability } from '../helpers/capability.ts';

const modes: ReadonlyMap<string, Capability> = new Map([
  ['form', capability('client', { 1: 'elicitation.form', 2: 'elicitation.form' })],
  ['url', capability('client', { 1: 'elicitation.url', 2: 'elicitation.url' })],
]);

export default defineRule({
  id: 'capability/elicitation-mode-is-offered',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The agent asks the user in a mode that the client says it has: a form with `elicitation.form`, a page with `elicitation.url`. An empty `elicitation` offers neither.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'The client answers -32601 or -32602, and the user is not asked.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      if (!isElicitation(method) || opened.from !== 'agent') return;
      const mode = stringAt(params, 'mode');
      const needed = mode === undefined ? undefined : modes.get(mode);
      const offer = needed ? capabilityOffer(trace, needed) : 'unknown';
      if (!needed || offer === 'unknown') return; // a mode of an extension or of a later release
      if (offer === 'yes') return verdict.kept();
      const { name, ...rest } = missingCapability(trace, needed);
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: `an elicitation in mode ${mode} needs ${name}, which the client did not offer`,
        pointer: '/params/mode',
        ...rest,
      });
    },
  }),
  examples: {
    breaks: [
      `${handshakeAndSession()}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{}}}`,
      `${handshakeAndSession({ client: { elicitation: {} } })}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{}}}`,
      `${handshakeAndSession({ client: { elicitation: { form: {} } } })}\n< 1 elicitation/create {"sessionId":"s","mode":"url","message":"Log in","elicitationId":"e","url":"https://example.com/login"}`,
    ],
    keeps: [
      `${handshakeAndSession({ client: { elicitation: { form: {} } } })}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{}}}\n< 2 elicitation/create {"sessionId":"s","mode":"_voice","message":"Say it"}`,
      `${handshakeAndSession({ client: { elicitation: { url: {} } } })}\n< 1 elicitation/create {"sessionId":"s","mode":"url","message":"Log in","elicitationId":"e","url":"https://example.com/login"}`,
    ],
  },
});
