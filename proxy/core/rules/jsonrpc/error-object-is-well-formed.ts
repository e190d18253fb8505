import { isObject } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { defineRule } from '../engine/rule.ts';
import { pointerTo } from '../helpers/pointer.ts';

export default defineRule({
  id: 'jsonrpc/error-object-is-well-formed',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'The error of a response is an object with an integer `code` and a string `message`.',
  source: 'https://www.jsonrpc.org/specification#error_object',
  peers:
    'The request fails all the same, but the TypeScript SDK puts an error of its own in place of this one, so nobody learns what went wrong.',
  start: () => ({
    frame({ seq, from }, decoded, verdict) {
      if (decoded.kind !== 'json') return;
      for (const part of decoded.parts) {
        const { value, message, faults } = part;
        if (message?.kind !== 'response' || message.outcome.ok) continue;
        if (faults.includes('result-and-error')) continue; // jsonrpc/envelope-is-well-formed
        if (!faults.includes('error-not-an-error-object')) {
          verdict.kept();
          continue;
        }
        const error = isObject(value) ? value['error'] : undefined;
        const wrong = wrongMember(error);
        verdict.broken({
          seq,
          side: from,
          message: wrong === '' ? 'the error is not an object' : `the ${wrong} of the error is no ${KINDS[wrong]}`,
          seen: renderValue(error),
          expected: '{"code": integer, "message": string}',
          pointer: pointerTo(decoded, part, wrong === '' ? 'error' : `error/${wrong}`),
        });
      }
    },
  }),
  examples: {
    breaks: [
      '> 1 session/list {}\n< 1 error "not logged in"',
      '> 1 session/list {}\n< 1 error {"code":"ENOENT","message":"no such file"}',
      '> 1 session/list {}\n< 1 error {"code":-32603}',
      '> 1 session/list {}\n< 1 error null',
    ],
    keeps: [
      '> 1 session/list {}\n< 1 error {"code":-32603,"message":"Internal error"}',
      '> 1 session/list {}\n< 1 error {"code":429,"message":"","data":null}', // any integer, any string
    ],
  },
});

const KINDS = { code: 'integer', message: 'string' } as const;

/** The first malformed member of `error`, `code` before `message`; empty if `error` is not an object. */
function wrongMember(error: unknown): '' | keyof typeof KINDS {
  if (!isObject(error)) return '';
  return Number.isInteger(error['code']) ? 'message' : 'code';
}
