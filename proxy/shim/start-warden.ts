import { AGENT_GRACE_MS } from './end-group.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { startDetached } from './start-detached.ts';

/**
 * Waits for a line from us. If our end of the pipe closes without one, we were killed: ends the agent's process group,
 * by the rules of `groupIsAlive`. Arguments: the agent's pid, its start as in `ProcessIdentity`, and the user id of the
 * processes that may be signalled; empty for all.
 */
const WARDEN = String.raw`
read -r line && exit
isOurs() {
  case $2 in
  '') return 1 ;;
  *[!0-9]*)
    LC_ALL=C TZ=UTC ps -A -o pid= -o pgid= -o ruid= -o stat= -o lstart= | awk -v pid="$1" -v start="$2" -v user="$3" '
      function order(month, day, time, year) {
        return year sprintf("%02d%02d", index("JanFebMarAprMayJunJulAugSepOctNovDec", month), day) time
      }
      BEGIN { split(start, at, " "); start = order(at[2], at[3], at[4], at[5]) }
      { began = order($6, $7, $8, $9) }
      $1 == pid && began != start { reused = 1 }
      $2 == pid && (user == "" || $3 == user) && $4 !~ /^Z/ && began >= start { found = 1 }
      END { exit reused || !found }' ;;
  *)
    leader=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20)
    [ -z "$leader" ] || [ "$leader" = "$2" ] || return 1
    sed -n 's/^\([0-9]*\) (.*) [^Z] [0-9]* '"$1"' \([-0-9]* \)\{16\}\([0-9]*\) .*/\1 \3/p' /proc/[0-9]*/stat 2>/dev/null | {
      while read -r member began; do
        [ "$began" -ge "$2" ] || continue
        user=$(sed -n 's/^Uid:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$member/status" 2>/dev/null)
        if [ -z "$3" ] || [ "$user" = "$3" ]; then exit 0; fi
      done
      exit 1
    } ;;
  esac
}
for signal in TERM KILL; do
  sleep ${AGENT_GRACE_MS / 1000}
  isOurs "$1" "$2" "$3" || exit
  kill "-$signal" "-$1" || exit
done`;

/** Starts a shell that is the warden until the recorder has booted. Windows has no warden until then. */
export function startWarden(agent: ProcessIdentity): { dismiss(): void } | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const user = process.getuid?.() || ''; // processes started by root may have changed their user
    const words = ['-c', WARDEN, 'acptap-warden', String(agent.pid), agent.started ?? '', String(user)];
    const warden = startDetached('/bin/sh', words, 'pipe');
    return { dismiss: () => void warden.stdin?.end('\n') };
  } catch {
    return undefined;
  }
}
