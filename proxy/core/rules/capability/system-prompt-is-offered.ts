import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { capability, missingCapability, capabilityOffer } from '../helpers/capability.ts';

const APPEND = capability('agent', { 1: 'sessionCapabilities.systemPrompt', 2: 'session.systemPrompt' });
const OVERRIDE = capability('agent', {
  1: 'sessionCapabilities.systemPrompt.mode.override',
  2: 'session.systemPrompt.mode.override',
});

export default defineRule({
  id: 'capability/system-prompt-is-offered',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires:
    'The client sends a system prompt only where the agent says it takes one, with `systemPrompt` in its session capabilities, and one that replaces the agent’s own only with `mode.override` below that.',
  source: 'https://agentclientprotocol.com/protocol/v1/draft/session-setup',
  peers:
    'Agents without it ignore the prompt and work with their own; agents with it answer an unknown mode with an error.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      const prompt = opensSession(method) && opened.from === 'client' ? valueAt(params, 'systemPrompt') : undefined;
      if (!isObject(prompt)) return;
      const any = capabilityOffer(trace, APPEND);
      if (any === 'unknown') return;
      const needed = any === 'yes' && stringAt(prompt, 'mode') === 'override' ? OVERRIDE : APPEND;
      const offer = capabilityOffer(trace, needed);
      if (offer === 'unknown') return;
      if (offer === 'yes') return verdict.kept();
      const { name, ...rest } = missingCapability(trace, needed);
      const message = `this system prompt needs ${name}, which the agent did not offer`;
      verdict.broken({ seq: opened.seq, side: 'client', message, pointer: '/params/systemPrompt', ...rest });
    },
  }),
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}`,
      `${handshake({ agent: { sessionCapabilities: { systemPrompt: {} } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"systemPrompt":{"mode":"override","content":[{"type":"text","text":"Be brief."}]}}`,
    ],
    keeps: [
      `${handshake({ agent: { sessionCapabilities: { systemPrompt: {} } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}\n> 2 session/new {"cwd":"/home/me/app","mcpServers":[],"systemPrompt":null}`,
      `${handshake({ agent: { sessionCapabilities: { systemPrompt: { mode: { override: {} } } } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"systemPrompt":{"mode":"override","content":[{"type":"text","text":"Be brief."}]}}`,
    ],
  },
});
