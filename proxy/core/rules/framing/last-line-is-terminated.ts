import { LF } from '#core/wire/bytes.ts';
import { SIDES, type Side } from '#core/wire/entry.ts';
import { defineRule, type Breach } from '../engine/rule.ts';

export default defineRule({
  id: 'framing/last-line-is-terminated',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'The last message ends with a line feed like every other.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'The TypeScript SDK reads a whole message without its line feed when the pipe closes; its releases up to 0.12 and other receivers drop it. Half a message is lost everywhere.',
  start() {
    const last: Partial<Record<Side, Breach | 'terminated'>> = {};
    let clientSpoke = false;
    return {
      frame({ seq, from, bytes }, decoded) {
        if (from === 'client') clientSpoke = true;
        if (bytes[bytes.length - 1] === LF) last[from] = 'terminated';
        else if (decoded.kind !== 'blank')
          last[from] = {
            seq,
            side: from,
            message:
              decoded.kind === 'json'
                ? 'the last message lacks its line feed'
                : 'the last line breaks off in the middle of a message',
            seen: `${bytes.length} bytes without a line feed`,
            expected: 'a line feed at the end',
          };
      },
      // How bad it is depends on how the process ended.
      ended({ orderly, cutShort }, verdict) {
        if (!clientSpoke) return; // `agent --version` is no conversation
        for (const side of SIDES) {
          const end = last[side];
          if (end === 'terminated') verdict.kept();
          else if (end && !cutShort) verdict.broken(orderly ? end : { ...end, grade: 'note' });
        }
      },
    };
  },
  examples: {
    breaks: [
      '< \\| {"jsonrpc":"2.0","method":"_tick","params":{}}\n= exit {"code":0,"signal":null}',
      '< \\| {"jsonrpc":"2.0","meth\n= exit {"code":null,"signal":"SIGKILL"}', // killed while writing: a note
      '> \\| {"jsonrpc":"2.0","method":"_caf\\xc3\n= exit {"code":0,"signal":null}', // not even a whole character
    ],
    keeps: [
      '< _tick {}\n= exit {"code":0,"signal":null}',
      '< _tick {}\n< \\|   \n= exit {"code":0,"signal":null}', // nothing was begun
    ],
  },
});
