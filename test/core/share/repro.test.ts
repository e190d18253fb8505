import { spawnSync } from 'node:child_process';
import { array, assert, constantFrom, oneof, property, string, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { concat, encodeUtf8 } from '#core/wire/bytes.ts';
import type { FrameEntry } from '#core/wire/entry.ts';
import { shareTranscript, shareEntries } from './share-entries.ts';
import { rounds } from '../../support/effort.ts';

const hasShell = process.platform !== 'win32';

const frames = (bytes: readonly Uint8Array[]): readonly FrameEntry[] =>
  bytes.map((each, seq) => ({
    kind: 'frame',
    seq: seqOf(seq),
    elapsed: elapsedUs(seq),
    from: 'client',
    bytes: concat([each, encodeUtf8('\n')]),
  }));

describe.runIf(hasShell)('the shell command', () => {
  test('gives the agent exactly the client’s bytes, for any bytes', () => {
    const nasty = constantFrom(
      "'; touch pwned; '",
      '$(touch pwned)',
      '`id`',
      '%s%n',
      '\\n\\0101',
      '-e',
      '"\\u0000"',
      '!!',
    );
    const line = oneof(
      uint8Array({ maxLength: 40 }),
      string({ unit: 'grapheme' }).map(encodeUtf8),
      nasty.map(encodeUtf8),
    );
    assert(
      property(array(line, { maxLength: 4, minLength: 1 }), (lines) => {
        const entries = frames(lines);
        const text = shareEntries('repro', entries, { header: { command: ['cat'] } });
        const { stdout, stderr } = spawnSync('sh', ['-c', text], { input: '', timeout: 10_000 });
        expect(stderr.toString()).toBe('');
        expect(new Uint8Array(stdout)).toEqual(concat(entries.map(({ bytes }) => bytes)));
      }),
      { numRuns: rounds(8, 60) },
    );
  });

  test('passes on the user’s input, and starts the agent with the recorded arguments', () => {
    const command = ['sh', '-c', 'printf "%s|" "$@"; cat', 'sh', "it's", '', '$HOME', 'a b'];
    const text = shareTranscript('repro', '> 1 initialize {"a":"b"}', { header: { command } });
    const { stdout } = spawnSync('sh', ['-c', text], { input: 'typed\n' });
    expect(stdout.toString()).toBe(
      `it's||$HOME|a b|{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":"b"}}\ntyped\n`,
    );
  });
});

test('the shell command sends nothing after the selected entry, and nothing from the agent', () => {
  const text = shareTranscript('repro', '> 1 a\n< 1 ok {}\n> 2 b\n> 3 c', { selected: 2 });
  expect(text.match(/"method":"\w"/g)).toEqual(['"method":"a"', '"method":"b"']);
});

test('the shell command says when the client has sent nothing', () => {
  expect(shareTranscript('repro', '< _x {}')).toBe('# The client has sent nothing up to there.\nagent --acp\n');
});

test('leaves out a cut frame, and reports it', () => {
  const [first] = frames([encodeUtf8('{"jsonrpc":')]);
  const cut = { ...first!, cut: { bytes: 2 ** 30, sha256: '' } };
  const command = shareEntries('repro', [cut]);
  expect(command).toContain('# Here the client sent 1073741824 bytes in one line: too many for this.');
  expect(command).not.toContain('printf');
});
