import type { RecordingSummary } from '#core/model/recording-summary.ts';

/**
 * Maps the id of each recording to the previous recording of the same command: for a named one, the previous of the same
 * name if there is one, because names tell scenarios apart. One that is live is nobody's previous run: it is not whole.
 * Reads the list once.
 */
export function previousRuns<Run extends Pick<RecordingSummary, 'id' | 'command' | 'name' | 'state'>>(
  newestFirst: Iterable<Run>,
): ReadonlyMap<string, Run> {
  const previous = new Map<string, Run>();
  const namesake = new Map<string, Run>();
  const later = new Map<string, readonly string[]>();
  const laterNamesake = new Map<string, readonly string[]>();

  function link(of: Map<string, readonly string[]>, key: string, run: Run, found: Map<string, Run>): void {
    const waiting = of.get(key) ?? [];
    if (run.state === 'live') return void of.set(key, [...waiting, run.id]);
    for (const id of waiting) found.set(id, run);
    of.set(key, [run.id]);
  }

  for (const run of newestFirst) {
    const command = JSON.stringify(run.command);
    link(later, command, run, previous);
    if (run.name !== null) link(laterNamesake, JSON.stringify([run.name, command]), run, namesake);
  }
  return new Map([...previous, ...namesake]);
}
