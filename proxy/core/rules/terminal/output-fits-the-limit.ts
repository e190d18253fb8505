import { stringAt, valueAt } from '#core/json/json.ts';
import { hasPlaceholder } from '#core/wire/placeholder.ts';
import { defineRule } from '../engine/rule.ts';
import { terminalKey } from '../helpers/terminal-use.ts';

export default defineRule({
  id: 'terminal/output-fits-the-limit',
  grade: 'error',
  binds: 'client',
  versions: [1],
  requires:
    'The output of a terminal has no more bytes of UTF-8 than the `outputByteLimit` it was made with: the client drops its beginning.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals#executing-commands',
  peers: 'Agents set the limit by what their model takes, and hand the output on as it comes.',
  start() {
    const limits = new Map<string, number>(); // by open terminal
    return {
      terminal({ terminal }) {
        if (terminal.released) limits.delete(terminalKey(terminal.session, terminal.id));
      },
      answered({ exchange: { method, params, session, outcome, closed } }, verdict) {
        if (method !== 'terminal/create' && method !== 'terminal/output') return;
        if (!outcome.ok || session === undefined) return;
        const asked = valueAt(params, 'outputByteLimit');
        if (method === 'terminal/create') {
          const key = terminalKey(session, stringAt(outcome.result, 'terminalId') ?? '');
          if (typeof asked === 'number') limits.set(key, asked);
          else limits.delete(key);
          return;
        }
        const limit = limits.get(terminalKey(session, stringAt(params, 'terminalId') ?? ''));
        const output = stringAt(outcome.result, 'output');
        if (limit === undefined || output === undefined || hasPlaceholder(output)) return;
        if (output.length * 3 <= limit || utf8Length(output, limit) <= limit) return verdict.kept();
        verdict.broken({
          seq: closed.seq,
          side: 'client',
          message: 'the output is longer than the limit of its terminal',
          seen: `more than ${limit} bytes`,
          expected: `at most ${limit} bytes`,
          pointer: '/result/output',
        });
      },
    };
  },
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"npm","outputByteLimit":4}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"12345","truncated":false}',
      '< 1 terminal/create {"sessionId":"s","command":"npm","outputByteLimit":4}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"äöü","truncated":true}', // six bytes
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm","outputByteLimit":4}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"äö","truncated":true}',
      '< 1 terminal/create {"sessionId":"s","command":"npm","outputByteLimit":4}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"😀","truncated":true}',
    ],
  },
});

/** The length of a text in UTF-8 bytes. Stops counting when it exceeds `enough`. */
function utf8Length(text: string, enough: number): number {
  if (text.length > enough) return text.length; // each unit is at least a byte
  let bytes = 0;
  for (let index = 0; index < text.length && bytes <= enough; index++) {
    const unit = text.charCodeAt(index);
    const isHalf = unit >= 0xd800 && unit <= 0xdfff; // a surrogate pair takes four bytes
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}
