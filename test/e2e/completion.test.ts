import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, importInto, start, stdoutHas } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

const lastly = cleanUpAfterAll();
const home = temporaryFolder(lastly);
const bin = temporaryFolder(lastly);
const proof = join(temporaryFolder(lastly), 'was-run');

const NAMES = {
  zeta: 'zebra crossing',
  yota: `zap$(touch ${proof})`,
  xota: `zip;touch ${proof}`,
  wota: 'zu\u{1b}]0;title\u{7}\nzz',
  vota: `-zort`,
  uota: '`touch x`',
};

beforeAll(async () => {
  // Completes as acptap does. Other commands print their words: the test is about what the shell makes of the line.
  const program = `case $1 in *complet*) exec '${process.execPath}' '${CLI}' "$@" ;; esac; printf '<%s>' "$@"; echo`;
  writeFileSync(join(bin, 'acptap'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  const files = Object.entries(NAMES).map(([id, name], index) => {
    const path = join(bin, `${id}.acp.jsonl`);
    const entries = parseTranscript('> 0 initialize {"protocolVersion":1}\n< 0 ok {"protocolVersion":1}');
    const made = header({ id, name, command: [`agent\u{1b}[31m$(touch ${proof})`], startedAt: index as never });
    writeFileSync(path, fileText(entries, made));
    return path;
  });
  await importInto(home, files, lastly);
});

const candidates = async (...words: readonly string[]) => {
  const { code, stdout, stderr } = await acptap(home, '__complete', '--', ...words);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.replaceAll('\t', ' ')).not.toMatch(DANGEROUS);
  return stdout.split('\n').map((line) => line.split('\t')[0]);
};

test('recordings are offered as latest, by name and by id, without names that a shell could run', async () => {
  expect(await candidates('show', 'l')).toEqual(['latest', ':files', '']);
  expect(await candidates('show', 'z')).toEqual(['zebra crossing', 'zeta', ':files', '']);
  expect(await candidates('pin', 'xo')).toEqual(['xota', '']);
  expect(await candidates('config', 'keep.f')).toEqual(['keep.findings', '']);
  expect(await candidates('config', 'keep.findings', 'w')).toEqual(['warning', '']);
  expect(await candidates('rules', 'framing/line-is-j')).toEqual(['framing/line-is-json', '']);
});

test('completion is silent, and creates nothing, without a data folder and with a damaged database', async () => {
  const none = join(temporaryFolder(), 'data');
  expect(await acptap(none, '__complete', '--', 'show', '')).toMatchObject({ code: 0, stdout: ':files\n', stderr: '' });
  expect(existsSync(none)).toBe(false);
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'acptap.db'), 'no database');
  expect(await acptap(damaged, '__complete', '--', 'rm', '')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(readdirSync(damaged)).toEqual(['acptap.db']);
});

test('completion leaves the data folder as it was', async () => {
  const look = () =>
    readdirSync(home).map((name) => {
      const { mtimeMs, size } = statSync(join(home, name));
      return [name, mtimeMs, size];
    });
  const before = [look(), readFileSync(join(home, 'acptap.db'), 'base64')];
  await candidates('show', '');
  expect([look(), readFileSync(join(home, 'acptap.db'), 'base64')]).toEqual(before);
});

/** Starts a shell without a user's settings, and loads the script that `acptap completion` prints. */
const SHELLS = {
  bash: { words: 'bash --norc --noprofile -i', load: 'eval "$(acptap completion bash)"' },
  zsh: { words: 'zsh -f -i', load: 'autoload -Uz compinit; compinit -u -D; source <(acptap completion zsh)' },
  fish: { words: 'fish --no-config -i', load: 'acptap completion fish | source' },
};

test.for(Object.entries(SHELLS))(
  'in %s, the tab key completes commands, options and recordings',
  async ([name, shell], { skip }) => {
    if (spawnSync(name, ['--version']).error) skip(`${name} is not installed, so its completion was not tried`);
    const folder = temporaryFolder();
    const running = start(['script', '-qc', shell.words, '/dev/null'], {
      home,
      cwd: folder,
      env: { PATH: `${bin}:${process.env['PATH']}`, HOME: folder, TERM: 'dumb', ZDOTDIR: folder, PS1: '$ ' },
    });
    const type = async (line: string, answer: string) => {
      running.child.stdin.write(line);
      await stdoutHas(running, answer);
    };
    await type(`${shell.load}; echo load""ed\r`, 'loaded');
    await type('acptap sho\tzet\t--ent\t0\r', '<show><zeta><--entry><0>');
    await type('acptap stats zeb\t\r', '<stats><zebra crossing>');
    if (isLong) {
      await type('acptap show zeta --filter kind:resp\t\r', '<show><zeta><--filter><kind:response>');
      await type('acptap rules framing/line-is-j\t--js\t\r', '<rules><framing/line-is-json><--json>');
      await type('acptap stats "zeb\t --json\r', '<stats><zebra crossing><--json>');
      await type('acptap config keep.f\t\r', '<config><keep.findings>');
    }
    await type('acptap list zip\t; acptap show yo\t; echo la""st\r', 'last');
    running.child.stdin.write('exit\r');
    await answerOf(running);
    expect(existsSync(proof)).toBe(false);
    expect(readdirSync(folder)).not.toContain('x');
  },
);
