/** The thread of a script: loads the file, and calls its `frame` for each frame. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { isObject } from '#core/json/json.ts';
import { callScript } from '../script/call-script.ts';
import type { Script, Session } from '../script/frame.ts';
import { writeStderr } from '../shim/stderr-line.ts';
import type { FromScript, ToScript } from './script-thread.ts';

/** How long a script may wait for something, in milliseconds. */
const LIMIT_MS = 1000;

const file = String(workerData);
const path = fileURLToPath(file);
const sessions = new Map<string, Session>();

for (const stream of [process.stdout, process.stderr]) stream.write = writeToStderr;
await load();

async function load(): Promise<void> {
  if (!existsSync(path)) return send({ kind: 'broken', error: `there is no file ${path}` });
  if (!/\.[cm]?[jt]s$/.test(path)) return send({ kind: 'broken', error: 'a script is a .js, .mjs, .ts or .mts file' });
  // The package may be installed for all projects, where a script would not find it. Older Nodes need it in the project.
  module.registerHooks?.({
    resolve: (specifier, context, next) =>
      specifier === 'acptap/script'
        ? { url: new URL('./script.js', import.meta.url).href, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { default: script } = (await import(file)) as { readonly default?: unknown };
    if (!isScript(script)) return send({ kind: 'broken', error: 'it has no default export with a function frame' });
    const { onFailure = 'pass' } = script;
    if (onFailure !== 'pass' && onFailure !== 'refuse')
      return send({ kind: 'broken', error: 'onFailure is neither "pass" nor "refuse"' });
    listen(script);
    send({ kind: 'loaded', onFailure });
  } catch (cause) {
    send({ kind: 'broken', error: loadError(cause) });
  }
}

/** At once: the streams of a thread are written by the thread of the wire, and keep the process alive. */
function writeToStderr(chunk: string | Uint8Array): boolean {
  writeStderr(chunk);
  return true;
}

function isScript(value: unknown): value is Script {
  return isObject(value) && typeof value['frame'] === 'function';
}

function listen(script: Script): void {
  let turn = Promise.resolve();
  parentPort?.on('message', (message: ToScript) => {
    turn = turn.then(() => take(script, message));
  });
}

async function take(script: Script, message: ToScript): Promise<void> {
  if (message.kind === 'session') return void sessions.set(message.session.id, message.session);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<FromScript>((resolve) => {
    const error = `took more than ${LIMIT_MS / 1000} s for a frame`;
    timer = setTimeout(() => resolve({ kind: 'outcome', failed: 'late', error }), LIMIT_MS);
  });
  const decided = callScript(script, message, (id) => (id === undefined ? undefined : sessions.get(id))).then(
    (actions): FromScript => ({ kind: 'outcome', actions }),
    (cause: unknown): FromScript => ({ kind: 'outcome', failed: 'threw', error: `threw ${placed(cause)}` }),
  );
  send(await Promise.race([decided, late]));
  clearTimeout(timer);
}

function send(message: FromScript): void {
  parentPort?.postMessage(message); // oxlint-disable-line unicorn/require-post-message-target-origin -- no window
}

/** The error with the line of the script that threw it. */
function placed(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const stack = cause.stack ?? '';
  const at = stack.indexOf(file);
  const place = at === -1 ? undefined : /^:\d+/.exec(stack.slice(at + file.length))?.[0];
  return `${cause.name}: ${cause.message}${place === undefined ? '' : ` (${path}${place})`}`;
}

/** Only the checker of Node names the place of a mistake in JavaScript. */
function loadError(cause: unknown): string {
  const isSyntax = cause instanceof SyntaxError && !cause.stack?.startsWith('file:');
  const checked = isSyntax ? spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' }).stderr : '';
  const text = checked === '' && isSyntax ? placed(cause) : checked || stackOf(cause);
  return text.split(/\n {4}at /)[0]?.trimEnd() ?? text;
}

function stackOf(cause: unknown): string {
  return cause instanceof Error && cause.stack?.startsWith('file:') ? cause.stack : placed(cause);
}
