import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, CLI, peer, start, startShim, stdoutHas } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

const note = (method: string) => `{"jsonrpc":"2.0","method":"${method}"}\n`;

test('the raw path does not load what takes part', async () => {
  const dist = temporaryFolder();
  const files = readdirSync(dirname(CLI)).filter((name) => name !== 'intervene.js' && name !== 'cli.js');
  for (const name of files) symlinkSync(join(dirname(CLI), name), join(dist, name));
  cpSync(CLI, join(dist, 'cli.js')); // a link would lead back to all files
  const runWith = (...words: readonly string[]) =>
    start([process.execPath, join(dist, 'cli.js'), 'run', ...words, '--', ...peer('echo')], {
      home: temporaryFolder(),
    });
  const raw = runWith();
  raw.child.stdin.end(note('_passed'));
  expect(await raw.closed).toEqual({ code: 0, signal: null });
  expect(String(raw.stdout())).toBe(note('_passed'));
  const interactive = runWith('--interactive');
  expect(await interactive.closed).toMatchObject({ code: 2 });
  expect(interactive.stderr()).toMatch(/a part of acptap is missing.*intervene\.js/);
});

test('held lists the frames of all agents that run, and releases all of them', async () => {
  const home = temporaryFolder();
  const shims = ['_one', '_two'].map((method) => {
    const running = startShim(peer('echo'), { home, run: ['--name', method, '--break', 'from:agent', '--hold-alone'] });
    running.child.stdin.write(note(method));
    return running;
  });
  await waitFor('both frames', async () => {
    const { stdout } = await acptap(home, 'held');
    return stdout.includes('_one') && stdout.includes('_two');
  });
  expect(shims.map(({ stderr }) => stderr())).toEqual(['', '']);
  const listed = JSON.parse((await acptap(home, 'held', '--json')).stdout) as { ref: string }[];
  expect(new Set(listed.map(({ ref }) => ref)).size).toBe(2);
  const [first, second] = shims;
  first?.child.stdin.write(note('_behind'));
  await waitFor('the frame of the client, which passes', async () =>
    (await acptap(home, 'show', '_one', '--raw', '--to', 'agent')).stdout.includes('_behind'),
  );
  expect(String(first?.stdout())).toBe('');
  expect(await acptap(home, 'held', 'release', 'all')).toMatchObject({ code: 0 });
  if (first && second) await Promise.all([stdoutHas(first, '_one'), stdoutHas(second, '_two')]);
});

test('a script sees the frames of both sides in the order of the recording', async () => {
  const home = temporaryFolder();
  const script = join(home, 'order.mjs');
  const log = join(home, 'order');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
     export default { async frame({ from, method }) {
       if (method === '_3') await new Promise((done) => setTimeout(done, 20));
       appendFileSync(${JSON.stringify(log)}, from + ' ' + method + '\\n');
     } };`,
  );
  const running = startShim(peer('echo'), { home, run: ['--script', script] });
  const methods = Array.from({ length: 20 }, (_, index) => `_${index}`);
  for (const method of methods) running.child.stdin.write(note(method));
  await stdoutHas(running, '"_19"');
  running.child.stdin.end();
  await running.closed;
  const { stdout } = await acptap(home, 'show', 'latest', '--json', '--filter', 'from:client or from:agent');
  const recorded = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { from: string; method: string });
  expect(recorded).toHaveLength(40);
  expect(readFileSync(log, 'utf8')).toBe(recorded.map(({ from, method }) => `${from} ${method}\n`).join(''));
});

test('replay plays what the client received, and with --received what the agent wrote', async () => {
  const replayed = async (...words: readonly string[]) => {
    const file = 'recordings/interventions/drop.acp.jsonl';
    const { child, stdout, closed } = start([process.execPath, CLI, 'replay', file, ...words], {
      home: temporaryFolder(),
    });
    const said = (await acptap(temporaryFolder(), 'show', file, '--raw', '--from', 'client')).stdout.trim().split('\n');
    for (const [index, line] of said.entries()) {
      child.stdin.write(`${line}\n`);
      const answer = ['"agentInfo"', '"sessionId":"s"', 'fs/write_text_file', '"end_turn"'][index] ?? '';
      await waitFor(answer, () => stdout().includes(answer));
    }
    child.stdin.end();
    expect(await closed).toMatchObject({ code: 0 });
    return String(stdout());
  };
  const [given, received] = await Promise.all([replayed(), replayed('--received')]);
  expect(given).not.toContain('tool_call_update');
  expect(received).toContain('tool_call_update');
});

test('diff compares what the clients received', async () => {
  const file = (kind: string) => `recordings/interventions/${kind}.acp.jsonl`;
  const differing = await acptap(temporaryFolder(), 'diff', file('delay'), file('drop'));
  expect(differing).toMatchObject({ code: 1, stdout: /tool_call_update|completed/ });
  expect((await acptap(temporaryFolder(), 'diff', file('delay'), file('crlf'))).code).toBe(0);
});
