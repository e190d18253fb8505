import type { RecordingSummary } from '#core/model/recording-summary.ts';

/**
 * Maps the id of each recording to the previous recording of the same command: for a named one, the previous of the same
 * name if there is one, because names tell scenarios apart. Reads the list once.
 */
export function previousRuns<Run extends Pick<RecordingSummary, 'id' | 'command' | 'name'>>(
  newestFirst: Iterable<Run>,
): ReadonlyMap<string, Run> {
  const previous = new Map<string, Run>();
  const namesake = new Map<string, Run>();
  const later = new Map<string, string>();
  const laterNamesake = new Map<string, string>();
  for (const run of newestFirst) {
    const command = JSON.stringify(run.command);
    const named = JSON.stringify([run.name, command]);
    const next = later.get(command);
    if (next !== undefined) previous.set(next, run);
    const nextNamesake = laterNamesake.get(named);
    if (nextNamesake !== undefined) namesake.set(nextNamesake, run);
    later.set(command, run.id);
    if (run.name !== null) laterNamesake.set(named, run.id);
  }
  return new Map([...previous, ...namesake]);
}
