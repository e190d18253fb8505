import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { examplesOf } from '../../proxy/cli/program/help-examples.ts';
import { program } from '../../proxy/cli/program/program.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll, spoolNames, temporaryFolder, type CleanUp } from '../support/folders.ts';
import { plainWords } from '../support/plain-words.ts';
import { acptap, answerOf, CLI, kill, peer, start, stdoutHas, type Running } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';
import { startReceiver } from '../telemetry/receiver.ts';

const commands = program()
  .createHelp()
  .visibleCommands(program())
  .filter((command) => command.name() !== 'help')
  .map((command) => ({ verb: command.name(), examples: examplesOf(command) }));

/** Commands whose first example runs in a shell: the others need none. */
const IN_SHELL = new Set(someOf(commands, 16).map(({ verb }) => verb));

/** Examples that serve until they are interrupted. */
const SERVES = /^acptap (?:inspect|demo(?! --once))/;
/** Commands that take part in a running agent. */
const LIVE: ReadonlySet<string> = new Set(['held', 'inject']);
/** Commands whose examples start processes, which other tests start too: in the gate only the first one runs. */
const DEAR: ReadonlySet<string> = new Set(['run', 'replay', 'setup']);
/** Commands whose agent is sent nothing, so that `cat` will do. */
const SILENT: ReadonlySet<string> = new Set(['run', 'faults', ...LIVE]);
/** Examples that ask on the terminal before they write. */
const ASKS = /^acptap setup \S+ --(?!.*--yes)/;

/** The collector in the examples of `ship`, which stands in at another port. */
const COLLECTOR = 'http://127.0.0.1:4318';

const lastly = cleanUpAfterAll();
const prepared = temporaryFolder(lastly);
const collector = startReceiver(lastly);

const SETTINGS = `{
  "agent_servers": {
    "Gemini": { "type": "custom", "command": "gemini", "args": ["--acp"] }
  }
}
`;

/** An editor, programs with the names in the examples, and recordings: the demo, and two of one agent without findings. */
beforeAll(async () => {
  mkdirSync(join(prepared, 'home/.config/zed'), { recursive: true });
  writeFileSync(join(prepared, 'home/.config/zed/settings.json'), SETTINGS);
  mkdirSync(join(prepared, 'bin'));
  cpSync('docs/scripts/deny-writes.ts', join(prepared, 'deny-writes.ts'));
  standIn(prepared, 'acptap', [process.execPath, CLI]);
  standIn(prepared, 'gemini', peer('small-agent', '--login'));
  await acptap(placeOf(prepared), 'import', resolve('recordings/examples/demo.acp.jsonl'));
  await answerOf(bash(prepared, 'acptap drive demo --json -- acptap run -- gemini --acp', lastly));
  await acptap(placeOf(prepared), 'export', 'latest', '--canonical', '-o', 'session.acp.jsonl');
  const again = join(temporaryFolder(lastly), 'again.acp.jsonl');
  const { stdout } = await acptap(placeOf(prepared), 'export', 'latest', '--no-redact');
  writeFileSync(again, stdout.replace(/"id":"[^"]*"/, '"id":"again"'));
  await acptap(placeOf(prepared), 'import', again);
});

function standIn(folder: string, name: string, words: readonly string[]): void {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
}

/** Where the examples of a command run; `bin` has the programs. */
const placeOf = (folder: string) => ({
  cwd: folder,
  home: join(folder, 'data'),
  env: {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: join(folder, 'home'),
    XDG_CONFIG_HOME: join(folder, 'home/.config'),
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
  },
});

/** Runs a command line in a folder as a user does. */
const bash = (folder: string, script: string, cleanUp?: CleanUp): Running =>
  start(['/bin/bash', '-c', script], { ...(cleanUp ? { lastly: cleanUp } : {}), ...placeOf(folder) });

/** Runs an example as a user does. Those that need no shell may run in this process. */
async function run(folder: string, example: string, inShell: boolean) {
  if (SERVES.test(example)) {
    const serving = bash(folder, `exec ${example}`);
    await stdoutHas(serving, 'It serves until you press Ctrl-C.');
    kill(serving.pid, 'SIGINT');
    return answerOf(serving);
  }
  if (!ASKS.test(example)) {
    const [name, ...words] = (!inShell && plainWords(example)) || [];
    return name === 'acptap' ? acptap(placeOf(folder), ...words) : answerOf(bash(folder, example));
  }
  const asked = bash(folder, `script -qec '${example}' /dev/null`); // a terminal
  asked.child.stdin.write('y\n');
  return answerOf(asked);
}

/** In the gate these are run by their own tests, as processes: in this folder, in test/cli/drive and in test/mcp. */
const AT_NIGHT: ReadonlySet<string> = new Set(['demo', 'drive', 'held', 'inject', 'inspect', 'mcp', 'try']);

test.each(commands.filter(({ verb }) => isLong || !AT_NIGHT.has(verb)))(
  'the examples in acptap $verb --help work',
  async ({ verb, examples }) => {
    expect(examples).not.toEqual([]);
    const folder = temporaryFolder();
    cpSync(prepared, folder, { recursive: true });
    if (SILENT.has(verb)) standIn(folder, 'gemini', ['sh', '-c', 'cat']);
    if (LIVE.has(verb)) {
      bash(folder, 'exec acptap run --interactive -- gemini --acp');
      await waitFor('a control socket', () => spoolNames(join(folder, 'data')).some((name) => name.endsWith('.sock')));
    }
    const { url } = await collector;
    for (const [index, example] of someOf([...examples.entries()], DEAR.has(verb) ? examples.length : 2)) {
      const { code, stderr } = await run(folder, example.replace(COLLECTOR, url), index === 0 && IN_SHELL.has(verb));
      expect({ verb, example, code, stderr }).toMatchObject({ example, code: 0 });
    }
  },
);
