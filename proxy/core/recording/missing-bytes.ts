import { AcptapError } from '#core/errors.ts';
import type { Cut } from '#core/wire/entry.ts';

/** The error for a request for the bytes of a cut frame. */
export const missingBytes = (seq: number, { bytes }: Cut): AcptapError =>
  new AcptapError(
    'bytes-missing',
    `#${seq} is a frame of ${bytes} bytes, and only its beginning came with the file: the whole frame is in the recording that the file was exported from`,
  );
