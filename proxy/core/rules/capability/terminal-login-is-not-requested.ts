import { stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isLogin, listedMethods, METHOD_ID } from '../helpers/login.ts';

export default defineRule({
  id: 'capability/terminal-login-is-not-requested',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires:
    'For a login of type terminal the client starts the agent in a terminal. It does not ask the agent to log in by it.',
  source: 'https://agentclientprotocol.com/protocol/v1/authentication',
  peers: 'Agents answer with an error: only the user can finish such a login.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      const id = isLogin(method, trace) && opened.from === 'client' ? stringAt(params, 'methodId') : undefined;
      const listed = id === undefined ? undefined : listedMethods(trace);
      const entry = listed?.find((one) => stringAt(one, METHOD_ID[trace.version() ?? 1]) === id);
      if (!entry) return; // capability/login-method-was-listed
      if (stringAt(entry, 'type') !== 'terminal') return verdict.kept();
      const { answered } = trace.handshake();
      verdict.broken({
        seq: opened.seq,
        side: 'client',
        message: `${method} names ${id}, a login for a terminal`,
        seen: id ?? '',
        expected: 'a method of another type',
        pointer: '/params/methodId',
        ...(answered ? { related: [answered.seq] } : {}),
      });
    },
  }),
  examples: {
    breaks: [
      `${handshake({ client: { auth: { terminal: true } }, authMethods: [{ id: 'login', name: 'Log in', type: 'terminal' }] })}\n> 1 authenticate {"methodId":"login"}`,
      `${handshake({ version: 2, client: { auth: { terminal: {} } }, authMethods: [{ methodId: 'login', name: 'Log in', type: 'terminal' }] })}\n> 1 auth/login {"methodId":"login"}`,
    ],
    keeps: [
      `${handshake({ authMethods: [{ id: 'login', name: 'Log in', _meta: { 'terminal-auth': { command: 'agent' } } }] })}\n> 1 authenticate {"methodId":"login"}`, // described below _meta only
      `${handshake({ version: 2, authMethods: [{ methodId: 'key', name: 'Key', type: 'agent' }] })}\n> 1 auth/login {"methodId":"key"}`,
    ],
  },
});
