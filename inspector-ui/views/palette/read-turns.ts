import { MAX_TURNS, type TurnRow } from '#core/model/group.ts';
import type { Backend } from '../../backends/backend.ts';

/** More turns than a day of work has; a search through them takes a few milliseconds. */
const MAX_READ = 20 * MAX_TURNS;

/** Reads the turns of a recording. Calls `add` with each part, the last turns first. */
export async function readTurns(
  { turns }: Pick<Backend, 'turns'>,
  recording: string,
  signal: AbortSignal,
  add: (earlier: readonly TurnRow[]) => void,
): Promise<void> {
  let to: number | undefined;
  for (let read = 0; read < MAX_READ; read += MAX_TURNS) {
    const rows = await turns(recording, signal, to);
    add(rows);
    if (rows.length < MAX_TURNS) return;
    to = (rows[0]?.first ?? 0) - 1;
  }
}
