import { valueAt } from '#core/json/json.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { capability, missingCapability, capabilityOffer } from '../helpers/capability.ts';

const DIRECTORIES = capability('agent', {
  1: 'sessionCapabilities.additionalDirectories',
  2: 'session.additionalDirectories',
});

export default defineRule({
  id: 'capability/additional-directories-are-offered',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires:
    'The client gives a session more directories than its own only where the agent says it takes them, with `additionalDirectories` in its session capabilities. An empty list is fine.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'Agents without it ignore the list: the session does not see these directories.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      const more =
        opensSession(method) && opened.from === 'client' ? valueAt(params, 'additionalDirectories') : undefined;
      if (!Array.isArray(more) || more.length === 0) return;
      const offer = capabilityOffer(trace, DIRECTORIES);
      if (offer === 'unknown') return;
      if (offer === 'yes') return verdict.kept();
      const { name, ...rest } = missingCapability(trace, DIRECTORIES);
      const message = `additionalDirectories needs ${name}, which the agent did not offer`;
      verdict.broken({ seq: opened.seq, side: 'client', message, pointer: '/params/additionalDirectories', ...rest });
    },
  }),
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"additionalDirectories":["/home/me/lib"]}`,
      `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"additionalDirectories":["/home/me/lib"]}`,
    ],
    keeps: [
      `${handshake({ agent: { sessionCapabilities: { additionalDirectories: {} } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"additionalDirectories":["/home/me/lib"]}\n> 2 session/new {"cwd":"/home/me/app","mcpServers":[],"additionalDirectories":[]}`,
    ],
  },
});
