import { AcptapError } from '#core/errors.ts';
import type { Entry } from '#core/wire/entry.ts';

/**
 * Refuses a cut frame: acptap reads only its beginning, so it can neither send nor compare the frame.
 * @throws {AcptapError} `bytes-missing`.
 */
export function refuseCut(entry: Entry): void {
  if (entry.kind !== 'frame' || !entry.cut) return;
  throw new AcptapError(
    'bytes-missing',
    `#${entry.seq} is a frame of ${entry.cut.bytes} bytes, and acptap reads only its beginning: a recording with such a frame cannot be replayed`,
  );
}
