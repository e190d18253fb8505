import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { crossingsOf, receivedOf } from '#core/wire/crossings.ts';
import { opposite, type Entry, type Side } from '#core/wire/entry.ts';
import { openRecording } from '../find-recording.ts';

/**
 * The findings about a line, if it were written now as if by `from`: after all that its receiver has read and written so
 * far. A connection that is not recorded has no past here.
 */
export async function judgeLine(id: string, from: Side, bytes: Uint8Array): Promise<readonly Finding[]> {
  const past = await pastOf(id, opposite(from));
  const last = past.at(-1);
  const seq = seqOf((last?.seq ?? -1) + 1);
  const line: Entry = { kind: 'frame', seq, elapsed: last?.elapsed ?? elapsedUs(0), from, bytes };
  const { findings } = judgeRecording([...past, line], catalogue, 'live');
  return findings.filter((finding) => finding.seq === seq);
}

async function pastOf(id: string, side: Side): Promise<readonly Entry[]> {
  try {
    const recording = await openRecording(id, () => {});
    try {
      return [...receivedOf(crossingsOf(recording.entries(), side))];
    } finally {
      recording.close();
    }
  } catch (cause) {
    if (cause instanceof AcptapError && cause.code === 'recording-not-found') return [];
    throw cause;
  }
}
