import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'framing/line-has-no-bom',
  grade: 'note',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A line starts with its JSON, not with a byte order mark. Reported once for each side.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'The TypeScript SDK takes the mark away, on every line. Parsers that follow the JSON standard to the letter refuse the message behind it.',
  start() {
    const reported = { client: false, agent: false };
    return {
      frame({ seq, from, bytes }, decoded, verdict) {
        if (decoded.kind !== 'json') return;
        const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
        if (!marked) return verdict.kept();
        if (reported[from]) return;
        reported[from] = true;
        verdict.broken({
          seq,
          side: from,
          message: 'the line starts with a byte order mark',
          seen: 'EF BB BF',
          expected: 'the JSON text itself',
        });
      },
    };
  },
  examples: {
    breaks: ['> | \\xef\\xbb\\xbf{"jsonrpc":"2.0","method":"_tick","params":{}}'],
    keeps: ['> _tick {}', '> _tick {"text":"\u{feff}"}'], // inside a string it is an ordinary character
  },
});
