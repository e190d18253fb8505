import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { answerOf, CLI, start, stdoutHas } from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const home = temporaryFolder(lastly);
const long = join(temporaryFolder(lastly), 'long.acp.jsonl');
const [HEADER = '', FIRST = ''] = readFileSync('recordings/examples/demo.acp.jsonl', 'utf8').split('\n');

beforeAll(() => {
  writeFileSync(long, `${HEADER}\n${`${FIRST}\n`.repeat(1000)}`);
});

/** Runs a command of acptap on a terminal of 24 lines. */
const onTerminal = (words: string, env: Readonly<Record<string, string | undefined>> = {}) =>
  start(['script', '-qec', `stty rows 24 cols 100; '${process.execPath}' '${CLI}' ${words}`, '/dev/null'], {
    home,
    env: { TERM: 'xterm', CI: undefined, NO_COLOR: undefined, PAGER: undefined, LESS: undefined, ...env },
  });

test('show on a terminal waits in less, keeps colours, and ends with 0 when less is closed', async () => {
  const running = onTerminal(`show ${long} --findings full`, { LC_ALL: 'C' });
  await stdoutHas(running, '#10');
  expect(running.stdout().toString()).toContain(' · '); // less prints <C2><B7> in this locale by default
  expect(running.stdout().toString()).toContain('\u001b[');
  expect(running.stdout().toString()).not.toContain('#100 ');
  running.child.stdin.write('q');
  expect(await running.closed).toMatchObject({ code: 0 });
  expect(running.stdout().toString()).not.toContain('#999');
});

test('show prints everything without a pager when it fits, with --no-pager, on a dumb terminal, and when the pager is missing', async () => {
  expect((await answerOf(onTerminal('show recordings/examples/demo.acp.jsonl --entry 0'))).code).toBe(0);
  const ways = [
    ['--no-pager', {}],
    ['', { PAGER: 'cat' }],
    ['', { TERM: 'dumb' }],
    ['', { ACPTAP_PAGER: '', PAGER: 'less' }],
    ['', { PAGER: 'no-such-pager' }],
  ] as const;
  for (const [words, env] of someOf(ways, 4)) {
    const { code, stdout } = await answerOf(onTerminal(`show ${long} ${words}`, env));
    expect([words, env, code, stdout.includes('#999')]).toEqual([words, env, 0, true]);
  }
});

test('$ACPTAP_PAGER goes before $PAGER, and a pager that closes early ends show with 0', async () => {
  const env = { ACPTAP_PAGER: 'head -n 1 | tr a-z A-Z', PAGER: 'less' };
  const { code, stdout } = await answerOf(onTerminal(`show ${long}`, env));
  expect(code).toBe(0);
  expect(stdout).toMatch(/DEMO/);
  expect(stdout).not.toContain('#1 ');
});

test('import shows the bytes of a pipe while it waits, and clears them at the end', async () => {
  const pipe = join(temporaryFolder(), 'pipe.acp.jsonl');
  await answerOf(start(['mkfifo', pipe]));
  const running = onTerminal(`import ${pipe}`);
  const input = createWriteStream(pipe);
  input.write(`${HEADER}\n`);
  while (!running.stdout().includes('reading ')) {
    input.write(`${FIRST}\n`);
    await pause(20); // the display comes by time
  }
  input.end();
  await once(input, 'close');
  const { code, stdout } = await answerOf(running);
  expect(code).toBe(0);
  expect(stdout).toContain('\r\u001b[Kreading ');
  expect(stdout.endsWith('\r\u001b[Kdemo\r\n')).toBe(true);
});

// In the gate faults.test.ts has such a fault without a terminal.
test.runIf(isLong)(
  'a fault that cannot be read ends run with 2 on a terminal, too, and the agent is not started',
  async () => {
    const started = join(temporaryFolder(), 'started');
    const { code, stdout } = await answerOf(onTerminal(`run --fault nonsense -- touch ${started}`));
    expect(code).toBe(2);
    expect(stdout).toContain('nonsense');
    expect(existsSync(started)).toBe(false);
  },
);
