import { print } from '../output.ts';
import { openRecording } from '../find-recording.ts';
import { renderStats } from '../render/stats.ts';
import { toJsonText } from '../render/json.ts';

/** `stats REF`: prints where the time went, and the costs that the agent reported. */
export async function stats(ref: string, { json }: { readonly json?: boolean }): Promise<void> {
  const recording = await openRecording(ref);
  try {
    const result = recording.stats();
    await print(
      json
        ? `${toJsonText({ recording: recording.header.id, ...result })}\n`
        : renderStats(recording.summary(), result, process.stdout.columns),
    );
  } finally {
    recording.close();
  }
}
