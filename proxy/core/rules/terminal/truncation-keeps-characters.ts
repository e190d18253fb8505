import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';

const REPLACEMENT = '\u{fffd}';

export default defineRule({
  id: 'terminal/truncation-keeps-characters',
  grade: 'warning',
  binds: 'client',
  versions: [1],
  requires:
    'The client cuts the output of a terminal between characters, even if this leaves fewer bytes than the limit.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals#executing-commands',
  peers:
    'The half of a character comes as U+FFFD, and agents show their model a text that the command has not written.',
  start: () => ({
    answered({ exchange: { method, outcome, closed } }, verdict) {
      if (method !== 'terminal/output' || !outcome.ok || valueAt(outcome.result, 'truncated') !== true) return;
      const output = stringAt(outcome.result, 'output');
      if (output === undefined) return;
      if (!output.startsWith(REPLACEMENT)) return verdict.kept();
      verdict.broken({
        seq: closed.seq,
        side: 'client',
        message: 'the truncated output begins in the middle of a character',
        seen: 'U+FFFD',
        expected: 'a whole character',
        pointer: '/result/output',
      });
    },
  }),
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"\\ufffdber","truncated":true}',
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"über \\ufffd","truncated":true}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 3 ok {"output":"\\ufffd","truncated":false}', // the command may have written it
    ],
  },
});
