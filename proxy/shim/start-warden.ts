import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { GRACE_MS } from './end-group.ts';
import type { ProcessIdentity } from './process-identity.ts';

/**
 * Waits for a line from us. If our end of the pipe closes without one, we were killed: ends the agent's process group,
 * unless its pid was reused. Arguments: the agent's pid and its start time as in /proc.
 */
const WARDEN = `
read -r line && exit
signal() {
  if [ -n "$2" ] && [ -r "/proc/$1/stat" ]; then
    [ "$(sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 20)" = "$2" ] || exit
  fi
  kill "-$3" "-$1" || exit
}
sleep ${GRACE_MS / 1000}
signal "$1" "$2" TERM
sleep ${GRACE_MS / 1000}
signal "$1" "$2" KILL`;

/** Starts a shell that is the warden until the recorder has booted. Windows has no warden until then. */
export function startWarden(agent: ProcessIdentity): { dismiss(): void } | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const words = ['-c', WARDEN, 'acptap-warden', String(agent.pid), agent.started ?? ''];
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
