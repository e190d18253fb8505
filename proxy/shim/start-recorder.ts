import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity } from './process-identity.ts';
import { startInBackground } from './start-detached.ts';

/** Delay before a killed recorder is replaced. */
const RESTART_MS = 100;

/** The order for the recorder process, as JSON in its only argument. */
export interface RecorderOrder {
  /** Missing with `--no-record`: then the recorder is only the agent's warden. */
  readonly spool?: string;
  readonly database: string;
  readonly watched: string;
  readonly shim: ProcessIdentity;
  readonly agent?: ProcessIdentity;
}

export interface Recorder {
  /** Call before we end. `orderly`: the agent ended by itself, so its process group is not ended. */
  finish(orderly: boolean): void;
  /** Lets the recorder continue as if we had ended. */
  release(): void;
}

/**
 * Starts the recorder: a process that outlives us, so that a killed shim loses nothing and leaves no orphan. Its stdin
 * is our pipe. The end of the pipe means that we have ended; a byte before the end means that the agent ended by
 * itself. Replaces a killed recorder `restarts` times. Never throws: without a recorder the next command that reads
 * ingests the spool.
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
    return startInBackground(program, JSON.stringify(order), 'pipe');
  } catch {
    return undefined;
  }
}
