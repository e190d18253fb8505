import { inspect } from 'node:util';
import type { Fault } from '#core/intervene/fault.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { compileRegex } from '../../regex/linear-regex.ts';
import type { PlayOptions } from '../model/play-options.ts';

/** Faults as written and as read. */
export interface Faults {
  readonly texts: readonly string[];
  readonly faults: readonly Fault[];
  readonly seed: number;
}

/** Tests must be repeatable without a seed. */
export const DEFAULT_SEED = 1;

/**
 * The options of a replay with faults, where the caller gave none. The client may answer a fault as it likes, and a
 * hang stays a hang, as with a real agent.
 */
export const WITH_FAULTS = {
  onDivergence: 'follow',
  timeout: undefined,
  idleTimeout: undefined,
  personTimeout: undefined,
} as const satisfies Partial<PlayOptions>;

/**
 * Reads faults; returns undefined without any.
 * @throws {AcptapError} `bad-fault` with a mark below the mistake. @throws {TypeError} for values of a wrong type.
 */
export function readFaults(texts: unknown = [], seed: unknown = DEFAULT_SEED): Faults | undefined {
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string'))
    throw new TypeError(`replayAgent has ${inspect(texts)} for "faults", not an array of texts`);
  if (!Number.isSafeInteger(seed) || Number(seed) < 0)
    throw new TypeError(`replayAgent has ${inspect(seed)} for "seed", not a whole number`);
  if (texts.length === 0) return undefined;
  const given = texts as readonly string[]; // checked above
  return { texts: given, faults: given.map((text) => readFault(text, compileRegex)), seed: Number(seed) };
}
