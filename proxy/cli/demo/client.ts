import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { AcptapError } from '#core/errors.ts';
import { parseJson } from '#core/json/parse-json.ts';

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
}

/** After this time the demo counts as hanging. */
const TIMEOUT_MS = 30_000;

/**
 * The demo's client: starts `command` (the shim with the demo's agent) and drives it through two prompt turns, as an
 * editor would. Calls `onTrouble` with the shim's own messages.
 * @throws {AcptapError} `demo-failed` when the agent fails.
 */
export async function driveDemo(
  command: readonly [string, ...string[]],
  onTrouble: (words: string) => void,
): Promise<void> {
  const [file, ...args] = command;
  const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], signal: AbortSignal.timeout(TIMEOUT_MS) });
  createInterface({ input: agent.stderr }).on('line', (line) => {
    if (line.startsWith('acptap: ')) onTrouble(line.slice('acptap: '.length)); // the rest is the demo agent's chatter
  });
  const exited = once(agent, 'exit').catch((cause: unknown) => [String(cause)]);
  const waiting = new Map<number, (result: unknown) => void>();
  let nextId = 0;
  const write = (message: object) => agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object) => {
    const id = nextId++;
    write({ id, method, params });
    return Promise.race([new Promise((resolve) => waiting.set(id, resolve)), exited.then(fail)]);
  };

  createInterface({ input: agent.stdout }).on('line', (line) => {
    const message = parseJson(line) as Incoming | undefined; // written by the demo's agent; other lines are skipped
    if (message?.id === undefined) return; // the demo shows no updates
    if (message.method === undefined) waiting.get(message.id)?.(message.result);
    else void answer(message.method).then((result) => write({ id: message.id, result }));
  });

  await ask('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
    clientInfo: { name: 'demo-editor', title: 'Demo Editor', version: '1.0.0' },
  });
  await ask('session/new', { cwd: '/demo', mcpServers: [] });
  const sessionId = 'demo-session';
  const text = (words: string) => ({ sessionId, prompt: [{ type: 'text', text: words }] });
  await ask('session/prompt', text('The greeting in src/greeting.ts is misspelt. Please correct it.'));
  const second = ask('session/prompt', text('And now tell me everything about greetings.'));
  await pause(250);
  write({ method: 'session/cancel', params: { sessionId } });
  await second;
  agent.stdin.end();
  const [code] = (await exited) as [unknown];
  if (code !== 0) fail([code]);
}

function fail([code]: readonly unknown[]): never {
  throw new AcptapError(
    'demo-failed',
    `the demo's agent ended too early (${String(code)}): try acptap run --no-record -- node --version to see whether agents can be started`,
  );
}

async function answer(method: string): Promise<unknown> {
  switch (method) {
    case 'fs/read_text_file':
      return { content: "export const greeting = 'helo';\n" };
    case 'session/request_permission':
      await pause(400); // a person reads before choosing
      return { outcome: { outcome: 'selected', optionId: 'allow' } };
    default:
      return {};
  }
}
