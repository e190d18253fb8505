/**
 * Records `recordings/interventions/<kind>.acp.jsonl` anew: one for each kind of fault, for each act of a person, and
 * for a script. Run `node scripts/record-interventions.ts [KIND…]` after a build, then `npm run golden`. Times differ
 * from run to run.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { faultKinds, type FaultKind } from '../proxy/core/intervene/fault.ts';

const execute = promisify(execFile);

const FOLDER = 'recordings/interventions';
const SEED = '7';

const FAULTS: Readonly<Record<FaultKind, string>> = {
  delay: 'delay 200ms where method:session/prompt kind:request',
  throttle: 'throttle 2k/s where update:agent_message_chunk',
  drop: 'drop where update:tool_call_update',
  duplicate: 'duplicate where update:tool_call',
  reorder: 'reorder 3 where update:agent_message_chunk',
  slice: 'slice 40 every 5ms where kind:response method:session/prompt',
  coalesce: 'coalesce 50ms where update:agent_message_chunk',
  corrupt: 'corrupt 2 bytes once where update:agent_message_chunk',
  truncate: 'truncate once where update:agent_message_chunk',
  noise: 'noise "npm warn deprecated" once where from:agent',
  crlf: 'crlf where kind:response from:agent',
  bom: 'bom once where from:agent',
  answer: 'answer error -32603 "disk full" where method:fs/write_text_file',
  'wrong-id': 'wrong-id once where kind:response method:session/prompt',
  'unknown-update': 'unknown-update where update:plan',
  mute: 'mute where update:tool_call',
  close: 'close stdout where kind:request method:session/prompt',
  exit: 'exit 3 after 2 where method:session/update',
  kill: 'kill SIGKILL after 2 where method:session/update',
};

const BREAK = ['--break', 'method:fs/write_text_file kind:request', '--hold-alone'];

/** The options of `run`, and the command that is run once a frame is held. */
const BY_HAND: Readonly<Record<string, { readonly run: readonly string[]; readonly act?: readonly string[] }>> = {
  hold: { run: BREAK, act: ['held', 'release', 'all'] },
  edit: { run: BREAK, act: ['held', 'edit', 'latest:1'] },
  inject: { run: BREAK, act: ['inject', 'latest', 'toward', 'client', '{"jsonrpc":"2.0","method":"_example/ping"}'] },
  script: { run: ['--script', resolve('docs/scripts/no-capabilities.ts')] },
};

/** The editor that `held edit` runs: the agent then writes another file. */
const EDITOR = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const path = process.argv.at(-1);
  writeFileSync(path, readFileSync(path, 'utf8').replace('/project/a.txt', '/project/b.txt'));
`;

const CLIENT = [
  {
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: 1,
      clientCapabilities: { fs: { writeTextFile: true } },
      clientInfo: { name: 'small-client', version: '1.0.0' },
    },
  },
  { id: 1, method: 'session/new', params: { cwd: '/project', mcpServers: [] } },
  { id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [{ type: 'text', text: 'Write a.txt' }] } },
];

/** The client gives up after this time without a line of the agent. */
const PATIENCE_MS = 800;

/** Runs a command as a person would, once a frame is held. Then releases all held frames. */
async function takePart(act: readonly string[], home: string): Promise<void> {
  writeFileSync(join(home, 'editor.cjs'), EDITOR);
  const editor = `"${process.execPath}" "${join(home, 'editor.cjs')}"`;
  const env = { ...process.env, ACPTAP_HOME: home, VISUAL: '', EDITOR: editor };
  const command = (...words: readonly string[]) => execute(process.execPath, ['dist/cli.js', ...words], { env });
  while (!(await command('held')).stdout.includes('fs/write_text_file'));
  await command(...act);
  await command('held', 'release', 'all');
}

/** Talks to the agent until the prompt is answered, the agent ends, or it falls silent. */
function talk(options: readonly string[], home: string, patience: number): Promise<void> {
  const run = ['run', ...options, '--', process.execPath, 'small-agent.mjs'];
  const shim = spawn(process.execPath, [resolve('dist/cli.js'), ...run], {
    cwd: 'test/support/peers',
    env: { ...process.env, ACPTAP_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const requests = [...CLIENT];
  const say = (message: object) => shim.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const giveUp = () => shim.stdin.end();
  let silence = setTimeout(giveUp, patience * 4);
  const next = () => {
    const request = requests.shift();
    if (request) say(request);
    else giveUp();
  };
  shim.stdin.on('error', () => {}); // the agent has ended
  createInterface({ input: shim.stdout }).on('line', (line) => {
    clearTimeout(silence);
    silence = setTimeout(giveUp, patience);
    const { id, method } = messageIn(line);
    if (method === 'fs/write_text_file') say({ id, result: {} });
    else if (method === undefined && id !== undefined) next();
  });
  next();
  return new Promise((done) =>
    shim.once('close', () => {
      clearTimeout(silence);
      done();
    }),
  );
}

/** Parses a line. Empty for a line that is not JSON, which the client ignores. */
function messageIn(line: string): { readonly id?: unknown; readonly method?: string } {
  try {
    return JSON.parse(line.replace(/^\ufeff/, '')) as { readonly id?: unknown; readonly method?: string };
  } catch {
    return {};
  }
}

/** Replaces what differs from machine to machine. */
function withoutMachine(text: string, kind: string): string {
  const [head = '', ...lines] = text.split('\n');
  const { acptap, redacted, interventions } = JSON.parse(head) as Readonly<Record<string, unknown>>;
  const startedAt = '2026-11-23T12:00:00.000Z';
  const named = { acptap, id: kind, startedAt, command: ['small-agent'], cwd: '/project', redacted, interventions };
  const spawned = lines.map((line) => line.replace(/("event":"spawn","pid":)\d+/, '$14242'));
  return [JSON.stringify(named), ...spawned].join('\n');
}

mkdirSync(FOLDER, { recursive: true });
const chosen = process.argv.slice(2);
const options = new Map<string, readonly string[]>([
  ...faultKinds.map(({ kind }) => [kind, ['--fault', FAULTS[kind], '--seed', SEED]] as const),
  ...Object.entries(BY_HAND).map(([kind, { run }]) => [kind, run] as const),
]);
for (const [kind, run] of options) {
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  const home = mkdtempSync(join(tmpdir(), 'acptap-'));
  const act = BY_HAND[kind]?.act;
  const talked = talk(run, home, kind in BY_HAND ? PATIENCE_MS * 100 : PATIENCE_MS);
  if (act) await takePart(act, home);
  await talked;
  const { stdout, status, stderr } = spawnSync(process.execPath, ['dist/cli.js', 'export', 'latest'], {
    env: { ...process.env, ACPTAP_HOME: home },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${kind}: ${stderr}`);
  writeFileSync(join(FOLDER, `${kind}.acp.jsonl`), withoutMachine(stdout, kind));
  rmSync(home, { recursive: true, force: true });
}
