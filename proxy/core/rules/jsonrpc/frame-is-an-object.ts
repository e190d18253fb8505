import { LF } from '#core/wire/bytes.ts';
import { defineRule } from '../engine/rule.ts';
import { createMessageJoiner, isPiece } from '../helpers/message-joiner.ts';
import { excerpt } from '#core/text/excerpt.ts';

export default defineRule({
  id: 'jsonrpc/frame-is-an-object',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A message is a JSON object, not a number, a string, a boolean or null.',
  source: 'https://www.jsonrpc.org/specification#conventions',
  peers:
    'The TypeScript SDK answers with a -32600 error of id null and continues. Most often such a line is a log output that happens to be JSON.',
  start() {
    const joiner = createMessageJoiner();
    return {
      frame(frame, decoded, verdict) {
        const { seq, from, bytes } = frame;
        if (isPiece(joiner.apply(frame, decoded))) return; // framing/message-is-on-one-line
        if (decoded.kind !== 'json' || decoded.batch) return; // an array: jsonrpc/frame-is-no-batch
        if (decoded.parts[0]?.faults[0] !== 'not-an-object') return verdict.kept();
        if (bytes.at(-1) !== LF) return; // the beginning of something longer
        verdict.broken({
          seq,
          side: from,
          message: 'the line is JSON and no object',
          seen: excerpt(decoded.text),
          expected: 'a request, a notification or a response',
        });
      },
    };
  },
  examples: {
    breaks: ['< | 42', '< | "ready"', '< | true', '> | null'],
    keeps: ['< _tick {}', '< | {"level":"info","msg":"ready"}'], // an object, though not a message
  },
});
