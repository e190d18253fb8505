import { valueAt, stringAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { handshake, handshakeAndSession } from '../examples/handshake.ts';
import { capability, missingCapability, capabilityOffer } from '../helpers/capability.ts';

const BOOLEAN_OPTIONS = capability('client', { 1: 'session.configOptions.boolean' });

export default defineRule({
  id: 'capability/boolean-options-are-offered',
  grade: 'error',
  binds: 'agent',
  versions: [1],
  requires:
    'The agent offers configuration options that are on or off only to a client that says it has switches, with `session.configOptions.boolean`.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options',
  peers: 'Clients that know only selectors drop the option, or refuse the whole list.',
  start() {
    let reported = false; // every list repeats the option

    function judge(options: unknown, pointer: string, { seq }: MessageRef, verdict: Verdict, trace: Trace): void {
      const index = Array.isArray(options) ? options.findIndex((option) => stringAt(option, 'type') === 'boolean') : -1;
      if (index === -1 || reported) return;
      const offer = capabilityOffer(trace, BOOLEAN_OPTIONS);
      if (offer === 'unknown') return;
      if (offer === 'yes') return verdict.kept();
      reported = true;
      const { name, ...rest } = missingCapability(trace, BOOLEAN_OPTIONS);
      const message = `an option of type boolean needs ${name}, which the client did not offer`;
      verdict.broken({ seq, side: 'agent', message, pointer: `${pointer}/configOptions/${index}/type`, ...rest });
    }

    return {
      answered({ exchange: { outcome, opened, closed } }, verdict, trace) {
        if (opened.from === 'client' && outcome.ok)
          judge(valueAt(outcome.result, 'configOptions'), '/result', closed, verdict, trace);
      },
      update({ variant, update, ref }, verdict, trace) {
        if (variant === 'config_option_update' && ref.from === 'agent')
          judge(valueAt(update, 'configOptions'), '/params/update', ref, verdict, trace);
      },
    };
  },
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}`,
      `${handshakeAndSession({ client: { session: { configOptions: {} } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}`,
    ],
    keeps: [
      `${handshake({ client: { session: { configOptions: { boolean: {} } } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}`,
    ],
  },
});
