import { LF } from '#core/wire/bytes.ts';
import { defineRule } from '../engine/rule.ts';

const CR = 0x0d;

export default defineRule({
  id: 'framing/line-ends-with-lf-only',
  grade: 'note',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A message ends with a line feed alone. Reported once for each side.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'Harmless: JSON parsers take the carriage return for white space, and the SDKs take it away. Usual for agents that run on Windows.',
  start() {
    const reported = { client: false, agent: false };
    return {
      frame({ seq, from, bytes }, decoded, verdict) {
        if (decoded.kind !== 'json' || bytes[bytes.length - 1] !== LF) return;
        if (bytes[bytes.length - 2] !== CR) return verdict.kept();
        if (reported[from]) return;
        reported[from] = true;
        verdict.broken({
          seq,
          side: from,
          message: 'the line ends with a carriage return and a line feed',
          seen: 'CR LF',
          expected: 'LF',
        });
      },
    };
  },
  examples: {
    breaks: ['< | {"jsonrpc":"2.0","method":"_tick","params":{}}\\r'],
    keeps: [
      '< _tick {}',
      '< _tick {"text":"one\\r\\ntwo"}', // escaped in a string
    ],
  },
});
