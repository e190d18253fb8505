import type { Stats } from '#core/model/stats.ts';
import { createInterventionCounts } from '#core/stats/count-interventions.ts';
import { print } from '../output.ts';
import { openRecording } from '../find-recording.ts';
import type { Recording } from '../recording.ts';
import { renderStats } from '../render/stats.ts';
import { toJsonText } from '../render/json.ts';

/** `stats REF`: prints where the time went, and the costs that the agent reported. */
export async function stats(ref: string, { json }: { readonly json?: boolean }): Promise<void> {
  const recording = await openRecording(ref);
  try {
    const result = withInterventions(recording);
    await print(
      json
        ? `${toJsonText({ recording: recording.header.id, ...result })}\n`
        : renderStats(recording.summary(), result, process.stdout.columns),
    );
  } finally {
    recording.close();
  }
}

/** The stats, and what acptap did, which is read from the entries. */
function withInterventions({ stats: read, header, entries }: Recording): Stats {
  if (!header.interventions) return read();
  const touched = createInterventionCounts();
  for (const entry of entries()) touched.apply(entry);
  return { ...read(), interventions: touched.counts() };
}
