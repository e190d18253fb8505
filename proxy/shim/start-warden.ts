import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { GRACE_MS } from './end-group.ts';

/**
 * Waits for a line from us. When our end of the pipe closes without one, we were killed: ends the agent's process group. Argument: the
 * agent's pid.
 */
const WARDEN = `read -r line && exit; sleep ${GRACE_MS / 1000}; kill -TERM "-$1" || exit; sleep ${GRACE_MS / 1000}; kill -KILL "-$1"`;

/** The warden until the recorder has booted: a shell that waits. Windows has no shell, so nobody is the warden there until then. */
export function startWarden(agentPid: number): { dismiss(): void } | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const words = ['-c', WARDEN, 'acptap-warden', String(agentPid)];
    const warden = spawn('/bin/sh', words, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
    warden.on('error', () => {});
    warden.stdin.on('error', () => {});
    if (warden.stdin instanceof Socket) warden.stdin.unref();
    warden.unref();
    return { dismiss: () => void warden.stdin.end('\n') };
  } catch {
    return undefined;
  }
}
