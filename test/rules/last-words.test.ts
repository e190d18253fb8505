import { expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** The member `seen` of the finding about the open prompt of a crashed agent. */
function seen(lines: string): string | undefined {
  const entries = parseTranscript(`> 1 initialize {"protocolVersion":1}\n${lines}\n= exit {"code":1,"signal":null}`);
  const { findings } = judgeRecording(entries, catalogue, 'orderly');
  return findings.find(({ rule }) => rule === 'jsonrpc/request-is-answered')?.seen;
}

test.each([
  [
    'a stack trace',
    '! agent.mjs:10\n! \n! Error: model key missing\n!     at main (agent.mjs:10)\n! Node.js v24',
    'Error: model key missing',
  ],
  ['a traceback', '! Traceback (most recent call last):\n!   File "a.py"\n! app.KeyError: x', 'app.KeyError: x'],
  ['a panic', "! thread 'main' panicked at src/main.rs:2:5:\n! no key", "thread 'main' panicked at src/main.rs:2:5:"],
  ['other words', '! starting\n! out of luck\n! ', 'out of luck'],
])('the request that a crash leaves open has the reason from %s', (_what, stderr, words) => {
  expect(seen(stderr)).toBe(`no response, and on stderr: ${words}`);
});

test('quotes only stderr after the last frame as the reason of a crash', () => {
  expect(seen('! Error: no cache\n< _tick {}')).toBe('no response');
});
