import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { acptap, importInto } from '../support/processes.ts';
import { DANGEROUS } from '../support/terminal.ts';

const DEMO = 'recordings/examples/demo.acp.jsonl';
const { id: ID } = JSON.parse(readFileSync(DEMO, 'utf8').split('\n')[0] ?? '') as { readonly id: string };

const lastly = cleanUpAfterAll();
const home = temporaryFolder(lastly);

beforeAll(async () => importInto(home, DEMO, lastly));

test('a recording is pinned, named and commented, and list, show and export have it', async () => {
  const run = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await acptap(home, ...words);
    expect([words, code, stderr]).toEqual([words, 0, '']);
    return stdout;
  };
  expect(await run('pin', 'latest')).toBe(`${ID}\n`);
  expect(await run('name', 'latest', 'login hangs')).toBe(`${ID}\n`);
  expect(await run('comment', 'login hangs', 'ask ada@example.com \u{1b}[31m')).toMatch(/^ {2}1 {2}ask ada/);
  const [listed] = JSON.parse(await run('list', '--json')) as [Record<string, unknown>];
  expect(listed).toMatchObject({
    id: ID,
    name: 'login hangs',
    pinned: true,
    comments: ['ask ada@example.com \u{1b}[31m'],
  });
  expect(listed['size']).toBeGreaterThan(1000);
  const list = await run('list');
  expect(list).toMatch(
    /^ID .* SIZE .*\n\S+ .*, pinned .*\d kB  login hangs · demo-agent\n {4}comment: ask ada.*\n1 recording, /,
  );
  const show = await run('show', 'login hangs');
  expect(show).toContain(`login hangs (${ID})`);
  expect(show.split('\n')[0]).toMatch(/ · pinned$/);
  expect(show).toContain('comment: ask ada');
  for (const text of [list, show]) expect(text).not.toMatch(DANGEROUS);
  const file = join(temporaryFolder(), 'exported.acp.jsonl');
  await run('export', 'latest', '-o', file);
  const [top = ''] = readFileSync(file, 'utf8').split('\n');
  expect(JSON.parse(top)).toMatchObject({ name: 'login hangs', named: true, comments: [expect.any(String)] });
  expect(await run('comment', 'latest', '--json')).toContain('[');
  expect(await run('comment', 'latest', '--remove', '1')).toBe('');
  await run('name', 'latest', '--remove');
  await run('unpin', 'latest');
  expect(JSON.parse(await run('list', '--json'))).toMatchObject([{ pinned: false, comments: [] }]);
});

test('a comment on an entry is exported, redacted, imported, filtered by, in an issue, and no part of the canonical form', async () => {
  const [own, other] = [temporaryFolder(), temporaryFolder()];
  const file = join(own, 'exported.acp.jsonl');
  await acptap(own, 'import', DEMO);
  const secret = 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefghij';
  expect((await acptap(own, 'comment', 'latest#5', `twice, with ${secret}`)).stdout).toBe(
    `  1  twice, with ${secret}\n`,
  );
  await acptap(own, 'comment', 'latest#0', 'a process event');
  const commented = async (folder: string) => {
    const { stdout } = await acptap(folder, 'show', 'latest', '--filter', 'has:comment', '--json');
    const rows = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { seq: number; comment: string });
    return rows.map(({ seq, comment }) => `#${seq} ${comment}`);
  };
  expect(await commented(own)).toEqual(['#0 a process event', `#5 twice, with ${secret}`]);

  await acptap(own, 'export', 'latest', '-o', file);
  await acptap(other, 'import', file);
  expect(await commented(other)).toEqual([
    '#0 a process event',
    expect.stringMatching(/^#5 twice, with \[redacted-\d+\]$/),
  ]);
  const { stdout: fromFile } = await acptap(other, 'show', file, '--filter', 'has:comment', '--json');
  expect(fromFile.trim().split('\n')).toHaveLength(2);
  const { stdout: issue } = await acptap(own, 'export', 'latest', '--format', 'markdown', '--entry', '5');
  expect(issue).toMatch(/^- #5: twice, with .*redacted-\d+/m);
  expect((await acptap(own, 'export', 'latest', '--canonical')).stdout).not.toContain('twice');

  expect((await acptap(own, 'comment', 'latest#5', '--remove', '1')).stdout).toBe('');
  expect(await commented(own)).toEqual(['#0 a process event']);
  expect(await acptap(own, 'comment', 'latest#999', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no entry 999') as string,
  });
});

test('an exported comment is redacted as other text', async () => {
  const own = temporaryFolder();
  await acptap(own, 'import', DEMO);
  await acptap(own, 'comment', 'latest', 'the key sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefghij fails');
  const { stdout } = await acptap(own, 'export', 'latest');
  expect(stdout.split('\n')[0]).toMatch(/"comments":\["the key \[redacted-\d+\] fails"\]/);
  const { stdout: dry } = await acptap(own, 'export', 'latest', '--dry-run');
  expect(dry).toContain('comments[0]');
});

test.each([
  [['pin'], /missing required argument 'refs', for example: acptap pin latest/],
  [['pin', 'nope'], /no recording has an id or name like "nope"/],
  [['unpin', DEMO], /is a file: acptap pin is for recordings of the database/],
  [['name', 'latest'], /give the name, for example: acptap name latest "login hangs"; --remove takes it back/],
  [['name', 'latest', 'x', '--remove'], /leave out "x"/],
  [['name', 'latest', 'latest~2'], /"latest~2" cannot be the name of a recording: latest means/],
  [['name', 'latest', ' x'], /leave out the spaces/],
  [['name', 'latest', 'a\nb'], /control characters or line ends/],
  [['name', 'latest', ''], /it is empty/],
  [['name', 'latest', 'x'.repeat(201)], /201 characters, at most 200/],
  [['name', 'latest', '--', '-x'], /must not begin with -/],
  [['comment', 'latest', ' '], /the comment is empty/],
  [['comment', 'latest', 'x'.repeat(2001)], /2001 characters, at most 2000/],
  [['comment', 'latest', '--remove', '7'], /there is no comment 7: .* has none/],
  [['comment', 'latest', 'x', '--remove', '1'], /leave out the text/],
  [['comment', 'latest', '--remove', 'one'], /give a whole number/],
])('%j is refused with what to do', async (words, message) => {
  const { code, stdout, stderr } = await acptap(home, ...words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test('a name that is the id of another recording is refused, and one that a newer recording has is a notice', async () => {
  const own = temporaryFolder();
  await acptap(own, 'import', DEMO, 'recordings/real/gemini-0.61.0/text.acp.jsonl');
  const all = JSON.parse((await acptap(own, 'list', '--json')).stdout) as readonly { readonly id: string }[];
  const [newer = '', older = ''] = all.map(({ id }) => id);
  expect(await acptap(own, 'name', older, newer)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is the id of another recording') as string,
  });
  await acptap(own, 'name', newer, 'same');
  expect(await acptap(own, 'name', older, 'same')).toMatchObject({
    code: 0,
    stderr: `acptap: a newer recording has the name same, too: as a REF it means ${newer}\n`,
  });
});
