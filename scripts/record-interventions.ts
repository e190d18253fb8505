/**
 * Records `recordings/interventions/<kind>.acp.jsonl` anew, one for each kind of fault: `node scripts/record-interventions.ts`
 * after a build, then `npm run golden`. Times differ from run to run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { faultKinds, type FaultKind } from '../proxy/core/intervene/fault.ts';

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

/** Talks to the agent until the prompt is answered, the agent ends, or it falls silent. */
function talk(fault: string, home: string): Promise<void> {
  const run = ['run', '--fault', fault, '--seed', SEED, '--', process.execPath, 'small-agent.mjs'];
  const shim = spawn(process.execPath, [resolve('dist/cli.js'), ...run], {
    cwd: 'test/support/peers',
    env: { ...process.env, ACPTAP_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const requests = [...CLIENT];
  const say = (message: object) => shim.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const giveUp = () => shim.stdin.end();
  let silence = setTimeout(giveUp, PATIENCE_MS * 4);
  const next = () => {
    const request = requests.shift();
    if (request) say(request);
    else giveUp();
  };
  shim.stdin.on('error', () => {}); // the agent has ended
  createInterface({ input: shim.stdout }).on('line', (line) => {
    clearTimeout(silence);
    silence = setTimeout(giveUp, PATIENCE_MS);
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

/** A client that reads over what it does not understand. */
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
for (const { kind } of faultKinds) {
  const home = mkdtempSync(join(tmpdir(), 'acptap-'));
  await talk(FAULTS[kind], home);
  const { stdout, status, stderr } = spawnSync(process.execPath, ['dist/cli.js', 'export', 'latest'], {
    env: { ...process.env, ACPTAP_HOME: home },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${kind}: ${stderr}`);
  writeFileSync(join(FOLDER, `${kind}.acp.jsonl`), withoutMachine(stdout, kind));
  rmSync(home, { recursive: true, force: true });
}
