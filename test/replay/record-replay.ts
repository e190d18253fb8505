import { elapsedUs, seqOf } from '#core/units.ts';
import type { Entry, Side } from '#core/wire/entry.ts';
import type { ReplayReport } from '../../proxy/replay/model/replay-report.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';

/**
 * Replays to a client that sends the recorded frames in order and closes. Returns a recording of the replay, and its
 * report.
 */
export function recordReplay(entries: readonly Entry[]): {
  readonly entries: readonly Entry[];
  readonly report: ReplayReport;
} {
  const passed: Entry[] = [];
  const pass = (from: Side, bytes: Uint8Array) =>
    passed.push({ kind: 'frame', seq: seqOf(passed.length), elapsed: elapsedUs(7 * passed.length), from, bytes });
  const player = createPlayer(toPlaybook(entries));
  const told = (commands: ReturnType<typeof player.start>) => {
    for (const command of commands) if (command.kind === 'send') pass('agent', command.bytes);
  };
  told(player.start(0));
  for (const entry of entries)
    if (entry.kind === 'frame' && entry.from === 'client') {
      pass('client', entry.bytes);
      told(player.receive(entry.bytes, 0));
    }
  told(player.close(0));
  return { entries: passed, report: player.report() };
}
