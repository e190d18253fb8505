import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake as example } from '../examples/handshake.ts';
import { capability, latestInitializeAnswer, missingCapability, capabilityOffer } from '../helpers/capability.ts';

const TERMINAL_LOGIN = capability('client', { 1: 'auth.terminal', 2: 'auth.terminal' }, { isFlag: true });

export default defineRule({
  id: 'capability/terminal-login-is-offered',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The agent lists a way to log in of type terminal only to a client that says it can run the agent in a terminal, with `auth.terminal`.',
  source: 'https://agentclientprotocol.com/protocol/v1/authentication',
  peers:
    'Clients without it take the method for one to call authenticate with, which the agent then refuses. Agents from before the type describe such a login below `_meta`, which harms nobody.',
  start: () => ({
    handshake({ handshake }, verdict, trace) {
      const { authMethods, clientCapabilities } = handshake;
      const answered = latestInitializeAnswer(handshake);
      if (!answered || !Array.isArray(authMethods)) return;
      const index = authMethods.findIndex((method) => stringAt(method, 'type') === 'terminal');
      if (index === -1) return;
      const offer = capabilityOffer(trace, TERMINAL_LOGIN);
      if (offer === 'unknown') return;
      if (offer === 'yes') return verdict.kept();
      const askedFor = valueAt(clientCapabilities, '_meta', 'terminal-auth') === true; // editors used this before the capability existed
      const { name, ...rest } = missingCapability(trace, TERMINAL_LOGIN);
      verdict.broken({
        seq: answered.seq,
        side: 'agent',
        message: `a login of type terminal needs ${name}, which the client did not offer`,
        pointer: `/result/authMethods/${index}/type`,
        ...rest,
        ...(askedFor ? { grade: 'note' } : {}),
      });
    },
  }),
  examples: {
    breaks: [
      example({ authMethods: [{ id: 'login', name: 'Log in', type: 'terminal' }] }),
      example({
        client: { auth: { terminal: false } },
        authMethods: [
          { id: 'key', name: 'Key' },
          { id: 'login', name: 'Log in', type: 'terminal', args: ['--login'] },
        ],
      }),
      example({
        version: 2,
        authMethods: [{ methodId: 'login', name: 'Log in', type: 'terminal' }],
      }),
      example({
        client: { _meta: { 'terminal-auth': true } }, // offered in the old form: a note
        authMethods: [{ id: 'login', name: 'Log in', type: 'terminal' }],
      }),
    ],
    keeps: [
      example({
        client: { auth: { terminal: true } },
        authMethods: [
          { id: 'login', name: 'Log in', type: 'terminal' },
          { id: 'old', name: 'Log in', _meta: { 'terminal-auth': { command: 'agent' } } },
        ],
      }),
      example({
        version: 2,
        client: { auth: { terminal: {} } },
        authMethods: [{ methodId: 'login', name: 'Log in', type: 'terminal' }],
      }),
    ],
  },
});
