import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import { DELIVERIES_SPOOL_FORMAT, type SpoolHeader } from '../shim/spool-format.ts';

/** The range of `Date`, in milliseconds since the epoch. */
const LATEST_MS = 8.64e15;

/**
 * Reads the first line of a spool file, and checks what the recorder relies on. The caller adds the file to errors.
 * @throws {AcptapError} `newer-format`, `not-a-recording`.
 */
export function parseSpoolHeader(line: string): SpoolHeader {
  const value = parse(line);
  const format = isObject(value) ? value['acptap-spool'] : undefined;
  if (!isObject(value) || typeof format !== 'number') throw notASpool('is not the header of one');
  if (format > DELIVERIES_SPOOL_FORMAT)
    throw new AcptapError('newer-format', 'a newer acptap wrote it', { advice: 'install that one to read it' });
  const wrong = Object.entries(MEMBERS).find(([member, fits]) => !fits(value[member]));
  if (wrong) throw notASpool(`has no usable ${wrong[0]}`);
  return value as unknown as SpoolHeader; // checked above
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw notASpool('is not JSON', cause);
  }
}

const notASpool = (what: string, cause?: unknown) =>
  new AcptapError('not-a-recording', `it is no spool file, its first line ${what}`, {
    advice: 'move it out of the spool folder',
    cause,
  });

/** The largest pid that Node can signal. */
const LARGEST_PID = 2 ** 31 - 1;

/** Process 1 may be a shim in a container, but never an agent. */
const isProcess = (value: unknown, least = 1) =>
  isObject(value) &&
  Number.isSafeInteger(value['pid']) &&
  Number(value['pid']) >= least &&
  Number(value['pid']) <= LARGEST_PID &&
  isText(value['started']) &&
  isText(value['where']);

const isText = (value: unknown) => value === undefined || typeof value === 'string';

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** The check of each member, in this order. Optional members may be undefined. */
const MEMBERS: Readonly<Partial<Record<keyof SpoolHeader, (value: unknown) => boolean>>> = {
  id: (value) => typeof value === 'string' && value !== '',
  name: isText,
  command: (value) => Array.isArray(value) && value.every((word) => typeof word === 'string'),
  cwd: (value) => typeof value === 'string',
  startedAt: (value) => isCount(value) && Number(value) <= LATEST_MS,
  shim: (value) => isProcess(value),
  agent: (value) => value === undefined || isProcess(value, 2),
  lost: (value) =>
    value === undefined ||
    (isObject(value) && ['end', 'client', 'agent', 'stderr'].every((member) => isCount(value[member]))),
  acptap: isText,
  node: isText,
};
