/** Patterns of values that a machine makes up in every run: see `run-values.ts`. A plural matches parts of a text. */

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;

/** A UUID, a ULID, the digits of a hash, or a prefix with a random tail: `call_MbVhOBvKu82xQ`. */
export const ID = new RegExp(
  `^(?:(?:[a-z]+[_-])?${UUID}|[0-7](?=\\d*[A-Z])[\\dA-HJKMNP-TV-Z]{25}|(?=.*\\d)(?=.*[a-f])[\\da-f]{16,}` +
    `|[a-z]+(?:[_-][a-z]+)*[_-](?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[\\dA-Za-z]{10,})$`,
  'i',
);
export const UUIDS = new RegExp(`(?<![\\da-z])${UUID}(?![\\da-z])`, 'gi');

/** `2026-11-22T21:31:06.120Z`, also in the form of file names. */
const ISO = String.raw`\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d[:-]\d\d(?<fraction>[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?`;
export const DATE_TIME = new RegExp(ISO);
export const DATE_TIMES = new RegExp(`(?<![\\d.-])${ISO}(?!\\d)`, 'g');

/** Milliseconds since 1970: `1795383066120`. */
const MILLISECONDS = String.raw`(?:1[4-9]|2[01])\d{11}`;
export const EPOCH = new RegExp(`^${MILLISECONDS}$`);
export const EPOCHS = new RegExp(`(?<![\\w.])${MILLISECONDS}(?![\\w.])`, 'g');

/** `51 ms`, as a whole value. */
export const DURATION = /^\d+(?:\.\d+)? ?[nµum]?s$/;
/** `0.51 s`: in a text only with a fraction, because whole numbers are often chosen. */
export const DURATIONS = /(?<![\w.])\d+\.\d+ ?(?:[nµum]?s|secs?|seconds?|milliseconds?)(?!\w)/g;

/** A path below a folder for temporary files. */
export const TEMPORARY_PATH =
  /(?<=^|[\s"'`=(:]|file:\/\/|\/private)\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s"'`:;,()<>|]+/;
export const TEMPORARY_PATHS = new RegExp(TEMPORARY_PATH, 'g');
