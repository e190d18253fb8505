import type { Stats, StatsFile } from '#core/model/stats.ts';
import { createInterventionCounts } from '#core/stats/count-interventions.ts';
import { withTimeSoFar } from '#core/stats/time-so-far.ts';
import { print, printAll } from '../output/output.ts';
import { exportedPage } from '../../server/exported-page.ts';
import { offlineTemplate } from '../offline-template.ts';
import { openRecording } from '../recordings/find-recording.ts';
import type { Recording } from '../recordings/recording.ts';
import { renderStats } from '../render/stats.ts';
import { renderStatsCsv } from '../render/stats-csv.ts';
import { toJsonText } from '../render/json.ts';

export interface StatsOptions {
  readonly json?: boolean;
  readonly format?: 'text' | 'csv' | 'html';
}

/** `stats REF`: prints where the time went, and the costs that the agent reported. */
export async function stats(ref: string, { json, format }: StatsOptions): Promise<void> {
  const recording = await openRecording(ref);
  try {
    const result = withTimeSoFar(withInterventions(recording), recording.summary(), Date.now());
    if (format === 'csv' && !json) return await print(renderStatsCsv(recording.header.id, result));
    if (format === 'html' && !json) return await printAll(statsPage(recording, result));
    await print(
      json
        ? `${toJsonText({ recording: recording.header.id, ...result })}\n`
        : renderStats(recording.summary(), result, process.stdout.columns),
    );
  } finally {
    recording.close();
  }
}

function statsPage(recording: Recording, figures: Stats) {
  const summary = { ...recording.summary(), command: [], cwd: '', comments: [] };
  const content: StatsFile = { summary, stats: figures };
  return exportedPage(offlineTemplate('stats'), recording.header.id, [JSON.stringify(content)], 'stats');
}

/** The stats, and what acptap did, which is read from the entries. */
function withInterventions({ stats: read, header, entries }: Recording): Stats {
  if (!header.interventions) return read();
  const touched = createInterventionCounts();
  for (const entry of entries()) touched.apply(entry);
  return { ...read(), interventions: touched.counts() };
}
