import { createFigures } from '#core/info/figures.ts';
import { print } from '../output.ts';
import { findRecording } from '../recordings.ts';
import { renderStats } from '../render/stats.ts';

/** `stats REF`: where the time went, and what it cost as far as the agent says. */
export async function stats(ref: string, { json }: { readonly json?: boolean }): Promise<void> {
  const { store, no, summary } = await findRecording(ref);
  try {
    const figures = createFigures();
    for (const entry of store.read.entries(no)) figures.apply(entry);
    const result = figures.stats();
    await print(
      json
        ? `${JSON.stringify({ recording: summary.id, ...result })}\n`
        : renderStats(summary, result, process.stdout.columns),
    );
  } finally {
    store.close();
  }
}
