import { Worker } from 'node:worker_threads';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ScriptOutcome } from '#core/intervene/scripted.ts';
import { AcptapError } from '#core/errors.ts';
import type { ArrivedText } from '../script/call-script.ts';
import type { Script, Session } from '../script/frame.ts';
import { writeStderrLine } from '../shim/stderr-line.ts';

/** A message to the thread. */
export type ToScript =
  | { readonly kind: 'session'; readonly session: Session }
  | ({ readonly kind: 'frame' } & ArrivedText);

/** A message from the thread: first whether the script could be loaded, then an outcome for each frame, in order. */
export type FromScript =
  | { readonly kind: 'loaded'; readonly onFailure: NonNullable<Script['onFailure']> }
  | { readonly kind: 'broken'; readonly error: string }
  | ({ readonly kind: 'outcome'; readonly error?: string } & ScriptOutcome);

/** A script that runs in a thread of its own. */
export interface ScriptThread {
  /** The name of its file. */
  readonly name: string;
  readonly onFailure: NonNullable<Script['onFailure']>;
  readonly open: (session: Session) => void;
  /** Calls back for each frame in order. */
  readonly ask: (frame: ArrivedText, done: (outcome: ScriptOutcome) => void) => void;
}

/** How long a script may take to load, in milliseconds. On a busy machine Node's own work on TypeScript takes seconds. */
const LOAD_MS = 60_000;

/**
 * How long a thread may take for a frame, in milliseconds. It ends a wait of the script itself after a second, so a
 * longer silence means that the script blocks it.
 */
const SILENT_MS = 1250;

/** A script is turned off when it has blocked or ended its thread so often. */
const MAX_FAILURES = 3;

/** The most different errors that are printed. */
const MAX_ERRORS = 100;

/** Loads a script. @throws {AcptapError} `usage` with what is wrong, and where. */
export async function startScript(path: string): Promise<ScriptThread> {
  const file = resolve(path);
  const name = basename(file);
  needTypes(name);
  const sessions = new Map<string, Session>();
  const printed = new Set<string>();
  let waiting: { readonly frame: ArrivedText; readonly done: (outcome: ScriptOutcome) => void }[] = [];
  let falls = 0;
  let isLoaded = false;
  let timer: NodeJS.Timeout | undefined;
  let settleFirst: { done: (onFailure: ScriptThread['onFailure']) => void; fail: (error: string) => void } | undefined;
  const first = new Promise<ScriptThread['onFailure']>((done, reject) => {
    settleFirst = { done, fail: (error) => reject(new AcptapError('usage', `--script ${path}: ${error}`)) };
  });
  let worker = start();

  function start(): Worker {
    isLoaded = false;
    const started = new Worker(new URL('./script-worker.js', import.meta.url), {
      workerData: pathToFileURL(file).href,
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'], // a script needs no package.json
      stdout: true, // never to the client, and nobody reads it: the thread writes to stderr itself
    });
    started.on('message', onMessage);
    started.on('error', (cause: Error) => fall('threw', `ended its thread: ${cause.stack ?? cause.message}`));
    started.on('exit', () => fall('threw', 'ended its thread'));
    watch();
    return started;
  }

  function onMessage(message: FromScript): void {
    switch (message.kind) {
      case 'loaded':
        isLoaded = true;
        worker.unref(); // it keeps no process alive
        settleFirst?.done(message.onFailure);
        settleFirst = undefined;
        return watch();
      case 'broken':
        return fall('threw', message.error, true);
      case 'outcome': {
        if (message.error !== undefined) print(message.error);
        const answered = waiting.shift();
        watch();
        answered?.done('failed' in message ? { failed: message.failed } : { actions: message.actions });
      }
    }
  }

  function watch(): void {
    clearTimeout(timer);
    if (isLoaded && waiting.length === 0) return;
    const [head] = waiting;
    timer = setTimeout(
      () =>
        // Handles answers that have arrived meanwhile first.
        setImmediate(() => {
          if (waiting[0] === head && !(isLoaded && !head))
            fall('late', isLoaded ? 'is stuck' : 'takes too long to load');
        }),
      isLoaded ? SILENT_MS : LOAD_MS,
    );
  }

  /** Ends the thread. Starts a new one, or turns the script off: after MAX_FAILURES, or if the failure `isFinal`. */
  function fall(failed: 'threw' | 'late', error: string, isFinal = false): void {
    clearTimeout(timer);
    worker.removeAllListeners();
    worker.on('error', () => {});
    void worker.terminate();
    if (settleFirst) return settleFirst.fail(error);
    falls += 1;
    const isOff = falls >= MAX_FAILURES || isFinal;
    print(`${error}; it is ${isOff ? 'off from now on' : 'started again'}`);
    const fallen = waiting.shift();
    if (isOff) falls = MAX_FAILURES;
    else {
      worker = start();
      for (const session of sessions.values()) send({ kind: 'session', session });
      for (const { frame } of waiting) send({ kind: 'frame', ...frame });
    }
    fallen?.done({ failed });
    if (!isOff) return;
    const rest = waiting;
    waiting = [];
    for (const { done } of rest) done({ failed: 'off' });
  }

  const send = (message: ToScript) => worker.postMessage(message); // oxlint-disable-line unicorn/require-post-message-target-origin -- no window

  function print(error: string): void {
    if (printed.has(error) || printed.size === MAX_ERRORS) return;
    printed.add(error);
    writeStderrLine(`script ${name} ${error}`);
  }

  return {
    name,
    onFailure: await first,
    open(session) {
      sessions.set(session.id, session);
      if (falls < MAX_FAILURES) send({ kind: 'session', session });
    },
    ask(frame, done) {
      if (falls >= MAX_FAILURES) return done({ failed: 'off' });
      waiting.push({ frame, done });
      send({ kind: 'frame', ...frame });
      if (waiting.length === 1) watch();
    },
  };
}

/** Node runs TypeScript from 22.18 on. @throws {AcptapError} `usage`. */
function needTypes(name: string): void {
  if (!/^\.[mc]?ts$/.test(extname(name)) || ('typescript' in process.features && process.features.typescript)) return;
  throw new AcptapError(
    'usage',
    `--script ${name}: TypeScript needs Node 22.18 or newer, and this is Node ${process.versions.node}. Write the script in JavaScript, as .js`,
  );
}
