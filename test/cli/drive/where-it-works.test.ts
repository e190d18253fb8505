import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../support/effort.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { answerOf, CLI, endAfterTest, isGone, processOf, start } from '../../support/processes.ts';
import { recordingFile } from '../../support/recording-file.ts';
import { waitFor } from '../../support/wait-for.ts';
import { agent, drive, prompted } from './scripted-agent.ts';

describe('where the agent works', () => {
  const WRITES = `
    const { result, error } = await ask('fs/write_text_file', { path: cwd + '/new/a.txt', content: 'written' });
    const outside = await ask('fs/read_text_file', { path: cwd + '/../outside.txt' });
    const { result: { terminalId } = {} } = await ask('terminal/create', { command: process.execPath, args: ['-e', 'console.log(process.cwd())'] });
    if (terminalId) await ask('terminal/wait_for_exit', { terminalId });
    const ran = terminalId ? (await ask('terminal/output', { terminalId })).result.output : 'not run';
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: [cwd, outside.error.code, ran].join('|') } });`;
  const textOf = (stdout: string) =>
    (JSON.parse(stdout) as { textDifferences: { received: string }[] }).textDifferences[0]?.received;

  test('is the workspace, where its files and commands are real, and nowhere else', async () => {
    const top = realpathSync(temporaryFolder());
    const folder = join(top, 'inside');
    mkdirSync(folder);
    writeFileSync(join(top, 'outside.txt'), 'secret');
    const { stdout } = await drive(recordingFile(prompted()), agent(WRITES), '--workspace', folder, '--json');
    expect(readFileSync(join(folder, 'new', 'a.txt'), 'utf8')).toBe('written');
    expect(textOf(stdout)).toBe('$cwd|-32602|$cwd');
    expect(JSON.parse(stdout)).toMatchObject({
      notes: [expect.stringContaining(`${folder}/../outside.txt is outside of the workspace`)],
    });
  });

  test('is a temporary folder without a workspace: no file is written, no command is run', async () => {
    const [home, temporary] = [temporaryFolder(), realpathSync(temporaryFolder())];
    const words = [
      process.execPath,
      CLI,
      'drive',
      recordingFile(prompted()),
      '--json',
      '--',
      ...agent(WRITES),
    ] as const;
    const { stdout } = await answerOf(start([...words], { home, env: { TMPDIR: temporary } }));
    expect(textOf(stdout)).toBe('$cwd|-32002|not run');
    expect([readdirSync(temporary), existsSync('/work/app')]).toEqual([[], false]);
    expect((JSON.parse(stdout) as { notes: string[] }).notes).toEqual([
      expect.stringMatching(
        /the recorded agent did not write .*\/app\/new\/a.txt: it is kept in memory, no file was written/,
      ),
      expect.stringContaining('was never asked for'),
      expect.stringContaining('it was not run. With --workspace it would be'),
    ]);
  });

  test('is the current folder with --cwd, with files and commands as recorded', async () => {
    const folder = realpathSync(temporaryFolder());
    const words = [
      process.execPath,
      CLI,
      'drive',
      recordingFile(prompted()),
      '--cwd',
      '--save',
      'live.acp.jsonl',
      '--',
      ...agent(WRITES),
    ] as const;
    await answerOf(start([...words], { home: temporaryFolder(), cwd: folder }));
    expect(readdirSync(folder)).toEqual(['live.acp.jsonl']);
    expect(readFileSync(join(folder, 'live.acp.jsonl'), 'utf8')).toContain(`"cwd":${JSON.stringify(folder)}`);
  });
});

describe('an end from outside', () => {
  const HANGS =
    'await ask("terminal/create", { command: "sleep 600 & echo $! > child.pid; wait" }); console.error(process.pid); setInterval(() => {}, 1000); process.on("SIGHUP", () => {}); await new Promise(() => {})';

  async function hanging() {
    const [home, temporary, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const words = [
      process.execPath,
      CLI,
      'drive',
      recordingFile(prompted()),
      '--workspace',
      folder,
      '--',
      ...agent(HANGS),
    ] as const;
    const running = start([...words], { home, env: { TMPDIR: temporary } });
    const found = await waitFor('the agent', () => /(\d+)\n/.exec(running.stderr()));
    const pidFile = join(folder, 'child.pid');
    const child = await waitFor(
      'its command',
      () => existsSync(pidFile) && /(\d+)\n/.exec(readFileSync(pidFile, 'utf8')),
    );
    const [theAgent, command] = [processOf(Number(found[1])), processOf(Number(child[1]))];
    endAfterTest(theAgent);
    endAfterTest(command);
    return { running, temporary, theAgent, command };
  }

  test.each(someOf(['SIGTERM', 'SIGINT', 'SIGHUP'] as const, 3))(
    'by %s leaves no agent, no command and no folder',
    async (signal) => {
      const { running, temporary, theAgent, command } = await hanging();
      running.child.kill(signal);
      expect(await running.closed).toEqual({ code: null, signal });
      await waitFor('the end of the agent', () => isGone(theAgent));
      await waitFor('the end of the command', () => isGone(command));
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  test('by SIGKILL leaves no agent', async () => {
    const { running, theAgent } = await hanging();
    running.child.kill('SIGKILL');
    expect(await running.closed).toEqual({ code: null, signal: 'SIGKILL' });
    await waitFor('the end of the agent', () => isGone(theAgent));
  });
});
