import type { Stats } from '#core/contract/stats.ts';
import { createFigures } from '#core/info/figures.ts';
import type { Entry } from '#core/wire/entry.ts';
import { print } from '../output.ts';
import { findRecording } from '../recordings.ts';
import { renderStats } from '../render/stats.ts';

/** `stats REF`: where the time went, and what it cost as far as the agent says. */
export async function stats(ref: string, { json }: { readonly json?: boolean }): Promise<void> {
  const { store, no, summary } = await findRecording(ref);
  try {
    const result = store.read.figures(no)?.stats ?? folded(store.read.entries(no));
    await print(
      json
        ? `${JSON.stringify({ recording: summary.id, ...result })}\n`
        : renderStats(summary, result, process.stdout.columns),
    );
  } finally {
    store.close();
  }
}

/** Of a recording that goes on, or that an earlier release has brought in. */
function folded(entries: Iterable<Entry>): Stats {
  const figures = createFigures();
  for (const entry of entries) figures.apply(entry);
  return figures.stats();
}
