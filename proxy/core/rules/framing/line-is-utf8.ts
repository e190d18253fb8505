import { decodeLossy, LF } from '#core/wire/bytes.ts';
import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

export default defineRule({
  id: 'framing/line-is-utf8',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'Messages are encoded in UTF-8, whatever the code page of the machine is.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports',
  peers:
    'The TypeScript SDK puts U+FFFD in place of the bad bytes and reports nothing, so text and paths arrive damaged; strict decoders end the connection.',
  start: () => ({
    frame({ seq, from, bytes }, decoded, verdict) {
      if (decoded.kind !== 'not-utf8') return verdict.kept();
      if (bytes.at(-1) !== LF) return; // cut off, maybe inside a character: framing/last-line-is-terminated
      verdict.broken({
        seq,
        side: from,
        message: 'the line is not UTF-8',
        seen: excerpt(aroundDamage(decodeLossy(bytes))),
        expected: 'UTF-8',
      });
    },
  }),
  examples: {
    breaks: [
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"name":"caf\\xe9"}}', // Latin-1
      '> | \\xff\\xfe{\\x00}\\x00', // UTF-16
    ],
    keeps: [
      '< _tick {"name":"café"}',
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"half":"\\\\ud800"}}', // half a surrogate pair, but written in ASCII
      '< _tick {}\n< \\| {"jsonrpc":"2.0","method":"_caf\\xc3\n= exit {"code":null,"signal":"SIGKILL"}', // killed inside a character
    ],
  },
});

const aroundDamage = (text: string) => text.slice(Math.max(0, text.indexOf('\u{fffd}') - 30));
