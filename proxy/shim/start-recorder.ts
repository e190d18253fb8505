import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity } from './process-identity.ts';

/** What the recorder process is told, as JSON in its only argument. */
export interface RecorderOrder {
  /** Missing with `--no-record`: then it is the agent's warden only. */
  readonly spool?: string;
  readonly database: string;
  readonly watched: string;
  readonly shim: ProcessIdentity;
  readonly agent?: ProcessIdentity;
}

/**
 * Starts the recorder: a process of its own that outlives us, so that a killed shim loses nothing and leaves no orphan.
 * When it cannot be started the spool stays, and the next command that reads takes it over.
 */
export function startRecorder(order: RecorderOrder): void {
  const program = fileURLToPath(new URL('./recorder.js', import.meta.url));
  const recorder = spawn(process.execPath, [program, JSON.stringify(order)], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: '/', // it must not keep the client's folder busy
  });
  recorder.on('error', () => {});
  recorder.unref();
  try {
    if (recorder.pid !== undefined) setPriority(recorder.pid, 19); // from its first instruction on: the wire comes first
  } catch {
    // Not allowed everywhere; its pace is easy anyway.
  }
}
