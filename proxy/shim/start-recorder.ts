import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity } from './process-identity.ts';

/** A recorder that was killed is followed by another one after this long. */
const RESTART_MS = 100;

/** What the recorder process is told, as JSON in its only argument. */
export interface RecorderOrder {
  /** Missing with `--no-record`: then it is the agent's warden only. */
  readonly spool?: string;
  readonly database: string;
  readonly watched: string;
  readonly shim: ProcessIdentity;
  readonly agent?: ProcessIdentity;
}

export interface Recorder {
  /** We are about to end. `orderly`: the agent ended by itself, and its process group is not to be ended. */
  finish(orderly: boolean): void;
  /** Lets it go on as if we had ended. */
  release(): void;
}

/**
 * Starts the recorder: a process of its own that outlives us, so that a killed shim loses nothing and leaves no orphan. Its stdin is a
 * pipe from us: the end of it says that we are gone, however that came about, and a byte before it that all is in order. Somebody who
 * kills it gets another one, `restarts` times. Never throws: without a recorder the spool stays, and the next command that reads takes it over.
 */
export function startRecorder(order: RecorderOrder, { restarts = 0 } = {}): Recorder {
  let current = launch(order);
  let left = restarts;
  const watch = (recorder: ChildProcess | undefined) =>
    recorder?.once('exit', () => {
      if (left-- <= 0) return;
      const timer = setTimeout(() => watch((current = launch(order))), RESTART_MS);
      timer.unref();
    });
  watch(current);
  return {
    finish(orderly) {
      left = 0;
      if (orderly) current?.stdin?.write('.');
    },
    release() {
      left = 0;
      current?.stdin?.end();
    },
  };
}

function launch(order: RecorderOrder): ChildProcess | undefined {
  try {
    const program = fileURLToPath(new URL('./recorder.js', import.meta.url));
    const recorder = spawn(process.execPath, [program, JSON.stringify(order)], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
      cwd: '/', // it must not keep the client's folder busy
    });
    recorder.on('error', () => {});
    recorder.stdin.on('error', () => {});
    if (recorder.stdin instanceof Socket) recorder.stdin.unref();
    recorder.unref();
    if (recorder.pid !== undefined) setPriority(recorder.pid, 19); // from its first instruction on: the wire comes first
    return recorder;
  } catch {
    return undefined;
  }
}
