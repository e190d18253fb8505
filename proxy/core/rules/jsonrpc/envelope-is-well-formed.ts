import { isObject } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { envelopeKind, unwrap } from '#core/protocol/envelope.ts';
import type { EnvelopeFault } from '#core/wire/jsonrpc.ts';
import { defineRule } from '../engine/rule.ts';
import { createMessageJoiner, isPiece } from '../helpers/message-joiner.ts';
import { pointerTo } from '../helpers/pointer.ts';

interface Wording {
  readonly member: string;
  readonly message: string;
  readonly expected: string;
}

/** The faults that this rule reports; other rules report the others. */
const WORDING: Partial<Record<EnvelopeFault, Wording>> = {
  'no-method-result-or-error': {
    member: '',
    message: 'an object with neither method nor result nor error is not a message',
    expected: 'a request, a notification or a response',
  },
  'result-and-error': {
    member: 'error',
    message: 'a response has both a result and an error',
    expected: 'one of the two; the other is left out, not null',
  },
  'method-not-a-string': { member: 'method', message: 'the method is not a string', expected: 'a string' },
  'id-not-an-id': { member: 'id', message: 'the id is not a valid request id', expected: 'an integer or a string' },
  'params-not-structured': { member: 'params', message: 'params are no structure', expected: 'an object' },
};

export default defineRule({
  id: 'jsonrpc/envelope-is-well-formed',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'A request or notification has a method, which is a string, and params, if any, which are an object or an array. A response has a result or an error and not both. An id is a string, a number or null. The same holds for method and params of a message in `proxy/successor`.',
  source: 'https://www.jsonrpc.org/specification#request_object',
  peers:
    'The TypeScript SDK answers a malformed request with a -32600 error of id null; a malformed response it turns into a failure of the request, or logs. Members that JSON-RPC does not know are ignored everywhere.',
  start() {
    const joiner = createMessageJoiner();
    return {
      frame(frame, decoded, verdict) {
        if (isPiece(joiner.apply(frame, decoded)) || decoded.kind !== 'json') return; // framing/message-is-on-one-line
        const { seq, from } = frame;
        for (const part of decoded.parts) {
          if (part.faults.length === 0) {
            verdict.kept();
            continue;
          }
          for (const fault of part.faults) {
            const wording = WORDING[fault];
            if (!wording) continue;
            const { member, message, expected } = wording;
            const seen = isObject(part.value) && member !== '' ? part.value[member] : part.value;
            verdict.broken({
              seq,
              side: from,
              message,
              seen: renderValue(seen),
              expected,
              ...(member === '' ? {} : { pointer: pointerTo(decoded, part, member) }),
            });
          }
        }
      },
      call({ method, params, ref: { seq, from } }, verdict) {
        const inner = unwrap(method, params)?.params ?? null;
        if (typeof inner === 'object' || envelopeKind(method) !== 'successor') return;
        verdict.broken({
          seq,
          side: from,
          message: 'the params of the message in the envelope are no structure',
          seen: renderValue(inner),
          expected: 'an object',
          pointer: '/params/params',
        });
      },
    };
  },
  examples: {
    breaks: [
      '< | {"level":"info","msg":"ready"}', // a log line
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":1}',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":1,"result":{"sessions":[]},"error":null}', // as JSON-RPC 1.0 had it
      '> | {"jsonrpc":"2.0","id":1,"method":null}',
      '< 1 proxy/successor {"method":"session/list","params":7}',
      '> | {"jsonrpc":"2.0","id":{"n":1},"method":"session/list"}',
      '> | {"jsonrpc":"2.0","id":1,"method":"_open","params":"main.ts"}',
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
      '> | {"type":"com.example.JsonRpcRequest","id":1,"method":"session/list","params":{},"jsonrpc":"2.0"}', // JetBrains adds a member
      '> 1 _open null', // params null: like no params
      '> 1 _open {}\n< 1 ok null', // a result that is null is a result
      '> 0 session/list {}\n< 0 ok {"sessions":[]}', // 0 is an id
    ],
  },
});
