import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** Matches every escape, so that `\\ud83d`, an escaped backslash and five letters, is not read as a surrogate. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/g;

export default defineRule({
  id: 'framing/surrogates-come-in-pairs',
  grade: 'note',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'A character beyond U+FFFF that is written with \\u escapes has both halves, in one message. Reported once for each side.',
  source: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.2',
  peers:
    'JavaScript keeps the half, and shows U+FFFD in its place; the JSON parser of Rust refuses the whole message. Most often a text was cut between the halves of an emoji when it was streamed.',
  start() {
    const reported = { client: false, agent: false };
    return {
      frame({ seq, from }, decoded, verdict) {
        if (decoded.kind !== 'json' || reported[from]) return;
        const { text } = decoded;
        if (!text.includes('\\ud') && !text.includes('\\uD')) return; // no surrogate escape in the text
        const half = loneSurrogate(text);
        if (half === undefined) return verdict.kept();
        reported[from] = true;
        verdict.broken({
          seq,
          side: from,
          message: 'half of a surrogate pair stands alone',
          seen: excerpt(text.slice(Math.max(0, half - 30))),
          expected: 'both halves of the character',
        });
      },
    };
  },
  examples: {
    breaks: [
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"smile \\\\ud83d"}}',
      '> | {"jsonrpc":"2.0","method":"_tick","params":{"text":"\\\\uDE00"}}', // the other half, in capitals
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"\\\\ud83d\\\\n\\\\ude00"}}', // not next to each other
    ],
    keeps: [
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"\\\\ud83d\\\\ude00"}}',
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"path":"C:\\\\\\\\udev\\\\\\\\users"}}', // escaped backslashes
    ],
  },
});

/** The index of the first unpaired surrogate; undefined if all are paired. */
function loneSurrogate(text: string): number | undefined {
  let high: number | undefined; // the index of a high surrogate that waits for its low one
  for (const { 1: hex, index } of text.matchAll(ESCAPE)) {
    const unit = hex === undefined ? 0 : Number.parseInt(hex, 16);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== undefined && !(isLow && index === high + 6)) return high;
    if (isLow && high === undefined) return index;
    high = unit >= 0xd800 && unit <= 0xdbff ? index : undefined;
  }
  return high;
}
