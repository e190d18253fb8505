import { createCanonical } from '#core/canonical/canonical.ts';
import { seenByClient } from '#core/wire/crossings.ts';
import type { Entry } from '#core/wire/entry.ts';
import { shareRecording } from './share-recording.ts';
import { shareReplay } from './share-replay.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** The canonical form of the whole recording: the fixture that a test commits. */
export const shareFixture = (context: ShareContext): ShareWriter => canonically(context, shareRecording);

/** A test for that fixture, with the ids of the fixture and its file name. */
export const shareTest = (context: ShareContext): ShareWriter =>
  canonically(context, (canonical) =>
    shareReplay({ ...canonical, header: { ...canonical.header, id: context.header.id } }, true),
  );

/** Reads the entries again for the text: an id may appear before the place that identifies it. */
function canonically(context: ShareContext, form: (canonical: ShareContext) => ShareWriter): ShareWriter {
  const seqs: number[] = [];
  function* entries(): Generator<Entry> {
    for (const seq of seqs) {
      const entry = context.entryAt(seq);
      if (entry) yield entry;
    }
  }
  return {
    needs: () => true,
    apply: ({ seq }) => void seqs.push(seq),
    text() {
      const canonical = createCanonical(context.header);
      for (const entry of seenByClient(entries())) canonical.learn(entry);
      const writer = form({ ...context, header: canonical.header(), isSelected: () => true });
      for (const entry of seenByClient(entries())) {
        const written = canonical.entry(entry);
        if (written) writer.apply(written);
      }
      return writer.text();
    },
  };
}
