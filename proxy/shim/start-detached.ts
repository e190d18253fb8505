import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';

/** Starts a process that outlives us. Neither the process nor its stdin, a pipe from us, keeps us running. */
export function startDetached(file: string, args: readonly string[], stdin: 'pipe' | 'ignore'): ChildProcess {
  const child = spawn(file, args, {
    detached: true,
    stdio: [stdin, 'ignore', 'ignore'],
    windowsHide: true,
    cwd: '/', // or it would keep the client's folder busy
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  if (child.stdin instanceof Socket) child.stdin.unref();
  child.unref();
  return child;
}

/** The same for a program of ours, with the lowest priority. Throws if the priority cannot be set. */
export function startInBackground(program: string, argument: string, stdin: 'pipe' | 'ignore'): ChildProcess {
  const child = startDetached(process.execPath, [program, argument], stdin);
  if (child.pid !== undefined) setPriority(child.pid, 19); // before it runs, because the wire comes first
  return child;
}
