import { METHOD_NOT_FOUND } from '#core/protocol/error-codes.ts';
import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** Only who answers knows which methods it has: it is taken at its word. */
const SAYS_UNKNOWN =
  /^(?:(?:method|request)[^.]{0,60}\b(?:not found|not implemented|unknown|unsupported|not supported)|(?:unknown|unsupported|unhandled) (?:method|request))\b/i;

export default defineRule({
  id: 'jsonrpc/unknown-method-has-its-code',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires: 'A request for a method that the receiver does not have is answered with the code -32601.',
  source: 'https://agentclientprotocol.com/protocol/v1/error',
  peers:
    'Peers try optional methods and extensions and fall back when the code means that the method is unknown; any other code they report as a failure.',
  start: () => ({
    answered({ exchange: { method, outcome, opened, closed } }, verdict) {
      if (!outcome || outcome.ok) return;
      const { code, message } = outcome.error;
      if (code === METHOD_NOT_FOUND) return verdict.kept();
      if (!SAYS_UNKNOWN.test(message)) return;
      verdict.broken({
        seq: closed.seq,
        side: closed.from,
        message: `the error says that there is no ${method}, its code does not`,
        seen: `${code}: ${excerpt(message)}`,
        expected: `${METHOD_NOT_FOUND}`,
        pointer: '/error/code',
        related: [opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 _ask {}\n< 1 error {"code":-32603,"message":"Method not found"}',
      '< 1 _ask {}\n> 1 error {"code":-32600,"message":"Unknown method: _ask"}',
    ],
    keeps: [
      '> 1 _ask {}\n< 1 error {"code":-32601,"message":"\\"Method not found\\": _ask"}',
      '> 1 _ask {}\n< 1 error {"code":-32601,"message":"no"}\n> 2 _ask {}\n< 2 error {"code":-32603,"message":"Internal error"}', // nobody says why
    ],
  },
});
