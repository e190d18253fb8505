import { AcptapError } from '#core/errors.ts';
import { notARecording } from './not-a-recording.ts';

/**
 * The number in a recording file's header. Bump when the shape of a line changes, add a step below, and keep a file of
 * the old format in `recordings/formats/`.
 */
export const FORMAT = 1;

export type RecordingJson = Readonly<Record<string, unknown>>;

/** `steps[n]` turns a line of format n into one of n + 1. Steps are never edited once released. */
const steps: Readonly<Record<number, (line: RecordingJson) => RecordingJson>> = {};

/**
 * The format number of a header, whose line is `text`.
 * @throws {AcptapError} `not-a-recording` when it is no header; `newer-format` for a file made by a later release.
 */
export function formatOf({ acptap: format }: RecordingJson, text: string): number {
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) throw notARecording(text);
  if (format > FORMAT)
    throw new AcptapError(
      'newer-format',
      `the recording has format ${format}, this acptap reads up to ${FORMAT}: install a newer acptap to open it`,
    );
  return format;
}

/** Brings a line of an older format up to date. @throws {AcptapError} `unknown-format` if the number never existed. */
export function upgrade(line: RecordingJson, from: number): RecordingJson {
  let current = line;
  for (let format = from; format < FORMAT; format++) {
    const step = steps[format];
    if (!step)
      throw new AcptapError('unknown-format', `there is no recording format ${format}: formats are 1 to ${FORMAT}`);
    current = step(current);
  }
  return current;
}
