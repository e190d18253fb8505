import { setImmediate as rest } from 'node:timers/promises';
import { AcptapError } from '#core/errors.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { judgeLine as judge } from '#core/queries/judge-line.ts';
import type { Side } from '#core/wire/entry.ts';
import { openRecording } from '../recordings/find-recording.ts';

const PORTS = { rest: () => rest(), now: () => performance.now() };

/** The findings about a line, if `from` wrote it now. A connection that is not recorded has no past here. */
export async function judgeLine(id: string, from: Side, bytes: Uint8Array): Promise<readonly FindingDetail[]> {
  const recording = await openRecording(id, () => {}).catch((cause: unknown) => {
    if (cause instanceof AcptapError && cause.code === 'recording-not-found') return undefined;
    throw cause;
  });
  try {
    return await judge(recording?.entries() ?? [], from, bytes, PORTS);
  } finally {
    recording?.close();
  }
}
