import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { elapsedUs } from '#core/units.ts';
import { program } from '../../proxy/cli/program/program.ts';
import { delivered } from '../support/delivered.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { runInProcess } from '../support/in-process.ts';
import { compareShapes, readSections } from '../support/json-shape.ts';
import { acptap, answerOf, CLI, kill, peer, start, stdoutHas } from '../support/processes.ts';
import { plainWords } from '../support/plain-words.ts';
import { waitFor } from '../support/wait-for.ts';
import { fileText, header } from '../support/recording-file.ts';

const sections = readSections(readFileSync('docs/json.md', 'utf8'));

const lastly = cleanUpAfterAll();
const folder = temporaryFolder(lastly);

const USAGE = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"hello"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"usage_update","used":10,"size":100,"cost":{"amount":1,"currency":"EUR"}}}
  < 2 ok {"stopReason":"end_turn","usage":{"totalTokens":7,"inputTokens":5,"outputTokens":2,"thoughtTokens":1,"cachedReadTokens":1,"cachedWriteTokens":1}}
  > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"again"}]}`;

const FILE_CHANGES = `
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","content":[{"type":"diff","path":"a","newText":"1"},{"type":"diff","changes":[{"operation":"add","path":"b"}],"patch":{"format":"git_patch","text":"+b"}},{"type":"diff","changes":[{"operation":"add","path":"c"}]}]}}
  < 1 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[]}
  < 2 fs/write_text_file {"sessionId":"s","path":"a","content":"2"}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed"}}
  < 3 fs/read_text_file {"sessionId":"s","path":"d","line":1,"limit":2}
  < 4 fs/write_text_file {"path":"e","content":"${'e'.repeat(200_001)}"}`;

const KEPT_WRITE = `
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","locations":[{"path":"a"}]}}
  < 2 fs/write_text_file {"sessionId":"s","path":"b","content":"2"}`;

const SECRET = `ghp_${'Ab3dE'.repeat(7)}x`;

beforeAll(async () => {
  mkdirSync(join(folder, 'home/.config/zed'), { recursive: true });
  writeFileSync(
    join(folder, 'home/.config/zed/settings.json'),
    '{"agent_servers":{"Gemini":{"command":"gemini","args":["--acp"]},"Other":{"type":"registry"}}}',
  );
  mkdirSync(join(folder, 'home/.local/share/nvim/lazy/codecompanion.nvim'), { recursive: true });
  for (const [name, words] of [
    ['acptap', [process.execPath, CLI]],
    ['gemini', peer('small-agent')],
  ] as const)
    writeFileSync(join(folder, name), `#!/bin/sh\nexec '${words.join("' '")}' "$@"\n`, { mode: 0o755 });
  for (const name of ['demo', 'planted-violations'])
    copyFileSync(`recordings/examples/${name}.acp.jsonl`, join(folder, `${name}.acp.jsonl`));
  const entries = parseTranscript(USAGE).map((entry) => ({ ...entry, elapsed: (entry.seq * 3_000_000) as never }));
  writeFileSync(join(folder, 'usage.acp.jsonl'), fileText(entries, header({ id: 'usage', name: 'usage' })));
  writeFileSync(join(folder, 'changes.acp.jsonl'), fileText(parseTranscript(FILE_CHANGES), header({ id: 'changes' })));
  const leaky = parseTranscript(`> 0 initialize {"protocolVersion":1,"_meta":{"api_key":"${SECRET}"}}`);
  writeFileSync(join(folder, 'leaky.acp.jsonl'), fileText(leaky, header({ id: 'leaky', cwd: '/home/someone/app' })));
  const bodies = ['{"a":1}\n', 'no json\n', Uint8Array.of(0xff)].map((body) => Buffer.from(body));
  const faulted = delivered(parseTranscript(USAGE), ({ seq }) =>
    bodies[seq]
      ? { elapsed: elapsedUs(seq), bytes: bodies[seq], why: [{ kind: 'corrupt', fault: 'corrupt' }] }
      : { why: [{ kind: 'drop' }] },
  );
  writeFileSync(join(folder, 'faulted.acp.jsonl'), fileText(faulted, header({ id: 'faulted', interventions: true })));
  const kept = delivered(parseTranscript(KEPT_WRITE), ({ seq }) =>
    seq === 3 ? { why: [{ kind: 'drop' }] } : undefined,
  );
  writeFileSync(join(folder, 'kept.acp.jsonl'), fileText(kept, header({ id: 'kept', interventions: true })));
  writeFileSync(join(folder, 'secret.txt'), `token: ${SECRET}\n`);
  writeFileSync(
    join(folder, 'diverging-client.jsonl'),
    '{"jsonrpc":"2.0","id":0,"method":"session/list","params":{}}\n',
  );
  await outputOf('acptap import demo.acp.jsonl planted-violations.acp.jsonl faulted.acp.jsonl usage.acp.jsonl');
  await outputOf('acptap comment demo "a comment"');
  await outputOf('acptap comment demo#5 "on an entry"');
  writeFileSync(join(folder, 'baseline.json'), await outputOf('acptap check demo.acp.jsonl --json'));
  const live = bash(`exec acptap run --break 'kind:request or kind:notification' --hold-alone -- cat`, 'live');
  live.child.stdin.write('{"jsonrpc":"2.0","method":"_held"}\n');
  await waitFor('a held frame', async () =>
    (await acptap(join(folder, 'live'), 'held', '--json')).stdout.includes('"_held"'),
  );
  const database = new Database(join(folder, 'data/acptap.db'));
  database.exec(`UPDATE recording SET imported_at = NULL`); // old enough for prune
  database.exec(
    `UPDATE recording SET unfinished = '[{"side":"agent","bytes":153,"beginning":"{","t":1}]' WHERE id = 'usage'`,
  );
  database.exec(
    `UPDATE digest SET waiting = json_set(waiting, '$[0].interfered.delay', json('{"until":1,"by":"delay 1h"}'), '$[0].unreadable', 3, '$[0].heardElsewhere', 4, '$[0].misnamed', json('{"seq":4,"id":"9","unknown":true}'), '$[0].stderr', json('{"seq":4,"text":"no key"}'))
     WHERE waiting LIKE '%interfered%'`,
  );
  database.exec(`INSERT INTO delivery (recording, seq, at) SELECT no, 2, 0 FROM recording WHERE id LIKE 'planted%'`);
  database.close();
});

const environment = {
  PATH: `${folder}:${process.env['PATH']}`,
  HOME: join(folder, 'home'),
  XDG_DATA_HOME: join(folder, 'home/.local/share'),
  XDG_CONFIG_HOME: join(folder, 'home/.config'),
};

const bash = (script: string, home = 'data') =>
  start(['/bin/bash', '-c', script], {
    cwd: folder,
    home: join(folder, home),
    env: environment,
    lastly,
  });

async function outputOf(command: string): Promise<string> {
  const home = command.startsWith('acptap held') ? 'live' : 'data';
  if (command.startsWith('acptap inspect')) {
    const running = bash(`exec ${command}`, home);
    await stdoutHas(running, '\n');
    kill(running.pid, 'SIGINT');
    return (await answerOf(running)).stdout;
  }
  const words = plainWords(command);
  if (!words) return (await answerOf(bash(command, home))).stdout;
  const place = { cwd: folder, home: join(folder, home), env: environment };
  return (await runInProcess([process.execPath, CLI, ...words.slice(1)], place)).stdout;
}

async function printed(command: string): Promise<readonly unknown[]> {
  const stdout = await outputOf(command);
  try {
    return [JSON.parse(stdout)];
  } catch {
    return stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  }
}

const checked = new Map<string, ReturnType<typeof compareShapes>>();
beforeAll(async () => {
  for (const { title, commands, shape } of sections) {
    const values = await Promise.all(commands.map(printed));
    checked.set(title, compareShapes(values.flat(), shape));
  }
});

test.each(sections)('$title prints the JSON that docs/json.md describes', ({ title }) => {
  expect(checked.get(title)?.differences).toEqual([]);
});

test('every row of the tables is a member that some command prints', () => {
  const rows = new Set(sections.flatMap(({ shape }) => [...shape.values()].map(({ row }) => row)));
  for (const { rows: printedRows } of checked.values()) for (const row of printedRows) rows.delete(row);
  expect([...rows]).toEqual([]);
});

test('docs/json.md has a section for every command with --json, with its name in each command', () => {
  const withJson = program()
    .commands.filter((command) => command.options.some(({ long }) => long === '--json'))
    .map((command) => command.name());
  expect(sections.map(({ title }) => title)).toEqual(expect.arrayContaining(withJson));
  for (const { title, commands } of sections)
    expect(commands.map((line) => line.startsWith(`acptap ${title} `))).toEqual(commands.map(() => true));
});
