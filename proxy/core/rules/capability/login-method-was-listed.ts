import { stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { defineRule, type Breach } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isLogin, listedMethods, METHOD_ID } from '../helpers/login.ts';

export default defineRule({
  id: 'capability/login-method-was-listed',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires: 'The client logs in by one of the methods that the agent listed in its answer to initialize.',
  source: 'https://agentclientprotocol.com/protocol/v1/authentication',
  peers:
    'Agents answer with an error. Some know methods that they do not list, for editors with a list of their own for them: then it is a warning.',
  start() {
    const owed = new Map<Exchange, Breach>();
    return {
      request({ exchange }, verdict, trace) {
        const { method, params, opened } = exchange;
        const id = isLogin(method, trace) && opened.from === 'client' ? stringAt(params, 'methodId') : undefined;
        const listed = listedMethods(trace);
        if (id === undefined || !listed) return;
        if (listed.some((entry) => stringAt(entry, METHOD_ID[trace.version() ?? 1]) === id)) return verdict.kept();
        if (listed.length === 0 && trace.version() === 2) return; // capability/login-is-offered
        const { answered } = trace.handshake();
        owed.set(exchange, {
          seq: opened.seq,
          side: 'client',
          message: `the agent did not list the login method ${id}`,
          seen: id,
          expected: listed.length === 0 ? 'no login: the agent listed no methods' : 'the id of a listed method',
          pointer: '/params/methodId',
          ...(answered ? { related: [answered.seq] } : {}),
          ...(trace.isComplete() ? {} : { grade: 'note' }),
        });
      },
      answered({ exchange }, verdict) {
        const breach = owed.get(exchange);
        if (!breach || !owed.delete(exchange)) return;
        const { message, grade = 'warning' } = breach;
        verdict.broken(exchange.outcome.ok ? { ...breach, message: `${message}, but took it`, grade } : breach);
      },
      ended(_end, verdict) {
        for (const breach of owed.values()) verdict.broken(breach);
      },
    };
  },
  examples: {
    breaks: [
      `${handshake({ authMethods: [{ id: 'key', name: 'Key' }] })}\n> 1 authenticate {"methodId":"oauth"}\n< 1 error {"code":-32602,"message":"No such login"}`,
      `${handshake()}\n> 1 authenticate {"methodId":"oauth"}\n< 1 error {"code":-32602,"message":"No such login"}`,
      `${handshake({ authMethods: [{ id: 'key', name: 'Key' }] })}\n> 1 authenticate {"methodId":"gateway"}\n< 1 ok {}`, // the agent accepts it: a warning
    ],
    keeps: [
      `${handshake({ authMethods: [{ id: 'key', name: 'Key' }] })}\n> 1 authenticate {"methodId":"key"}\n< 1 ok {}`,
      `${handshake({ authMethods: [{ id: 'var', name: 'Key', type: 'env_var' }] })}\n> 1 authenticate {"methodId":"var"}\n< 1 ok {}`, // an old type
      `${handshake({ version: 2, authMethods: [{ methodId: 'key', name: 'Key', type: 'agent' }] })}\n> 1 auth/login {"methodId":"key"}\n< 1 ok {}`,
    ],
  },
});
