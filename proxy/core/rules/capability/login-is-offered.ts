import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { listedMethods } from '../helpers/login.ts';

export default defineRule({
  id: 'capability/login-is-offered',
  grade: 'error',
  binds: 'client',
  versions: [2],
  requires: 'In version 2 the client logs in and out only with an agent that listed methods to log in by.',
  source: 'https://agentclientprotocol.com/protocol/v2/authentication',
  peers: 'The agent answers -32601.',
  start: () => ({
    request({ exchange: { method, opened } }, verdict, trace) {
      if ((method !== 'auth/login' && method !== 'auth/logout') || opened.from !== 'client') return;
      const listed = listedMethods(trace);
      if (!listed) return;
      if (listed.length > 0) return verdict.kept();
      const { answered } = trace.handshake();
      verdict.broken({
        seq: opened.seq,
        side: 'client',
        message: `${method} needs authMethods, but the agent listed none`,
        seen: 'no authMethods',
        expected: 'neither auth/login nor auth/logout',
        pointer: '/method',
        ...(answered ? { related: [answered.seq] } : {}),
      });
    },
  }),
  examples: {
    breaks: [
      `${handshake({ version: 2 })}\n> 1 auth/login {"methodId":"key"}`,
      `${handshake({ version: 2 })}\n> 1 auth/logout {}`,
    ],
    keeps: [
      `${handshake({ version: 2, authMethods: [{ methodId: 'key', name: 'Key', type: 'agent' }] })}\n> 1 auth/login {"methodId":"key"}\n< 1 ok {}\n> 2 auth/logout {}`,
    ],
  },
});
