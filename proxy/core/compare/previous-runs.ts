import type { RecordingSummary } from '#core/model/recording-summary.ts';

/** Maps the id of each recording to the previous recording of the same command. Reads the list once. */
export function previousRuns<Run extends Pick<RecordingSummary, 'id' | 'command'>>(
  newestFirst: Iterable<Run>,
): ReadonlyMap<string, Run> {
  const previous = new Map<string, Run>();
  const later = new Map<string, string>();
  for (const run of newestFirst) {
    const command = JSON.stringify(run.command);
    const next = later.get(command);
    if (next !== undefined) previous.set(next, run);
    later.set(command, run.id);
  }
  return previous;
}
