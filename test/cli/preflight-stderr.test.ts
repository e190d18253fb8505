import { expect, test } from 'vitest';
import { lastStderrLine } from '../../proxy/cli/preflight/converse.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

const lastLineOf = (...lines: readonly string[]) =>
  lastStderrLine(parseTranscript(lines.map((line) => `! ${line}`).join('\n')));

test('the last line of stderr is named, and for an uncaught error of Node.js the error', () => {
  expect(lastLineOf('loading', 'no API key')).toBe('no API key');
  expect(lastLineOf('Error: tried once', 'fatal: gave up')).toBe('fatal: gave up');
  expect(
    lastLineOf(
      'throw err;',
      "Error: Cannot find module '/x/agent.js'",
      '    at node:internal',
      '}',
      'Node.js v24.21.0',
    ),
  ).toBe("Error: Cannot find module '/x/agent.js'");
  expect(lastLineOf('Error [ERR_X]: no', 'Node.js v24.21.0')).toBe('Error [ERR_X]: no');
  expect(lastLineOf('Node.js v24.21.0')).toBe('Node.js v24.21.0');
  expect(lastStderrLine([])).toBeUndefined();
});
