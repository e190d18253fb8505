import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { answerOf, CLI, start } from '../support/processes.ts';
import { fileText, recordingFile } from '../support/recording-file.ts';

describe('a reader that closes the pipe ends the command quietly, with 141', () => {
  const file = join(temporaryFolder(cleanUpAfterAll()), 'long.acp.jsonl');
  writeFileSync(file, fileText(parseTranscript('> 1 _a {"text":"more than a pipe holds"}\n'.repeat(4000))));

  const PIPES = [
    ['show', 'head -n 1'],
    ['show', 'head -c 150000'],
    ['show --json', 'head -n 1'],
    ['search _a --json', 'head -c 150000'],
    ['search _a --limit 0', 'head -n 1'],
    ['show --raw --from client', 'head -n 1'],
    ['export --no-redact', 'head -n 1'],
    ['check --format junit --fail-on never', 'head -n 1'],
  ] as const;

  test.each(someOf(PIPES, 4))('%s | %s', async (words, reader) => {
    const [verb, ...options] = words.split(' ');
    const query = verb === 'search' ? [options.shift()] : [];
    const line = `'${process.execPath}' '${CLI}' ${[verb, ...query].join(' ')} '${file}' ${options.join(' ')} | ${reader} | tail -c 1; echo "/\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await answerOf(start(['bash', '-c', line], { home: temporaryFolder() }));
    expect([stdout.split('/').at(-1), stderr]).toEqual(['141\n', '']);
  });
});

const OUTPUTS = [
  ['messages', 'show missing.acp.jsonl', '2>&4'],
  ['results and messages', 'check missing.acp.jsonl', '>&4 2>&4'],
  ['help of list', 'list --help', '>&4'],
  ['messages about usage', 'nope', '2>&4'],
  ['help of run', 'run --help', '>&4'],
  ['answer of an empty list', 'list', '>&4 2>&4'],
] as const;

test.each(someOf(OUTPUTS, 4))(
  'a command exits with 141 when the reader of its %s is gone',
  async (_what, words, output) => {
    const line = `mkfifo pipe; exec 3<>pipe 4>pipe 3>&-; '${process.execPath}' '${CLI}' ${words} ${output}; echo $?`;
    const { stdout, stderr } = await answerOf(
      start(['bash', '-c', line], { home: temporaryFolder(), cwd: temporaryFolder() }),
    );
    expect([stdout, stderr]).toEqual(['141\n', '']);
  },
);

test('acptap run continues when the reader of stderr is gone', async () => {
  const agent = `trap '' PIPE; echo trouble >&2; sed 's/ping/pong/'; echo more >&2; exit 3`;
  const line = `mkfifo pipe; exec 3<>pipe 4>pipe 3>&-; echo ping | '${process.execPath}' '${CLI}' run -- sh -c "${agent}" 2>&4 | cat; echo "/\${PIPESTATUS[1]}"`;
  const place = { home: temporaryFolder(), cwd: temporaryFolder() };
  const { stdout } = await answerOf(start(['bash', '-c', line], place));
  expect(stdout).toBe('pong\n/3\n');
});

test('a full disk on stdout is reported, with exit code 2', async () => {
  const line = `'${process.execPath}' '${CLI}' show '${recordingFile('> 1 _a {}')}' > /dev/full`;
  const { code, stderr } = await answerOf(start(['bash', '-c', line], { home: temporaryFolder() }));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^acptap: cannot write to stdout: ENOSPC[^\n]*\n$/);
});
