import { LF } from '#core/wire/bytes.ts';
import { defineRule } from '../engine/rule.ts';
import { createMessageJoiner, isPiece } from '../helpers/message-joiner.ts';
import { isHeader } from '../helpers/not-json.ts';

export default defineRule({
  id: 'framing/line-is-not-blank',
  grade: 'note',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'Every line is a message; no line is blank. Reported once for each side.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers: 'Harmless: receivers skip such lines.',
  start() {
    const reported = { client: false, agent: false };
    const afterHeader = { client: false, agent: false };
    const joiner = createMessageJoiner();
    return {
      frame(frame, decoded, verdict) {
        const { seq, from, bytes } = frame;
        const endsHeader = afterHeader[from];
        afterHeader[from] = decoded.kind === 'not-json' && isHeader(decoded.text);
        if (isPiece(joiner.apply(frame, decoded))) return; // framing/message-is-on-one-line
        if (decoded.kind !== 'blank') return verdict.kept();
        if (endsHeader) return; // framing/line-is-json reports the header
        if (reported[from] || bytes.at(-1) !== LF) return; // white space at the very end is not a line
        reported[from] = true;
        verdict.broken({ seq, side: from, message: 'the line is blank', expected: 'a message, or no line' });
      },
    };
  },
  examples: {
    breaks: ['< |', '> |    \\r'],
    keeps: ['< _tick {}', '< _tick {}\n< \\|   \n= exit {"code":0,"signal":null}'],
  },
});
