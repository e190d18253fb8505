import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { AcptapError } from '#core/errors.ts';
import { writeOut } from '../../proxy/cli/output/write-out.ts';
import { temporaryFolder } from '../support/folders.ts';
import { answerOf, start } from '../support/processes.ts';

const MODULE = resolve('proxy/cli/output/write-out.ts');

/** Returns the content of `file` after a process that wrote to it was ended by `end`. */
async function afterEnd(end: string) {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, 'before');
  const script = `
    import { writeOut } from ${JSON.stringify(MODULE)};
    import { readdirSync } from 'node:fs';
    async function* content() {
      yield 'half';
      while (readdirSync(${JSON.stringify(folder)}).length < 2) await new Promise(setImmediate);
      ${end}
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }
    await writeOut(${JSON.stringify(file)}, content());`;
  const running = start([process.execPath, '--input-type=module', '-e', script]);
  const { code } = await answerOf(running);
  return { code, closed: await running.closed, left: readdirSync(folder), text: readFileSync(file, 'utf8') };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a file is as it was after %s in the middle of writing it',
  async (signal) => {
    const { closed, left, text } = await afterEnd(`process.kill(process.pid, '${signal}');`);
    expect([closed, left, text]).toEqual([{ code: null, signal }, ['file'], 'before']);
  },
);

test('a file is unchanged after an error while it is written', async () => {
  const { code, left, text } = await afterEnd(`throw new Error('no more');`);
  expect([code, left, text]).toEqual([1, ['file'], 'before']);
});

test('writing to a dangling link creates its target, whole', async () => {
  const folder = temporaryFolder();
  const [link, target] = [join(folder, 'link'), join(folder, 'target')];
  symlinkSync('target', link);
  await writeOut(link, ['text']);
  expect([readFileSync(target, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['text', true]);
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is an error', async () => {
  await expect(writeOut('/proc/none/file', ['text'])).rejects.toThrow(
    'cannot write /proc/none/file: its folder is missing and cannot be created: choose another place (ENOENT)',
  );
});

test('a recording that cannot be read is not reported as a file that cannot be written', async () => {
  const unreadable = new AcptapError('file-unusable', 'in.acp.jsonl: line 2 of the recording is not JSON');
  const content = async function* () {
    yield 'half';
    throw unreadable;
  };
  await expect(writeOut(join(temporaryFolder(), 'out'), content())).rejects.toBe(unreadable);
});
