import { AcptapError } from '#core/errors.ts';

/**
 * When a recording is made: `once` when there is none, `all` each time, `none` never. `lockdown` is `none` for continuous integration,
 * and there a difference fails also where it was to be followed.
 */
export type RecordMode = 'once' | 'none' | 'all' | 'lockdown';

const MODES: readonly RecordMode[] = ['once', 'none', 'all', 'lockdown'];

/**
 * The mode that counts: `ACPTAP_RECORD`, else `lockdown` where `CI` is set, else what the test says, else `once`.
 * @throws {AcptapError} `usage` when `ACPTAP_RECORD` is none of them.
 */
export function recordMode(given: RecordMode | undefined, env: NodeJS.ProcessEnv): RecordMode {
  const asked = env['ACPTAP_RECORD'] ?? '';
  const mode = MODES.find((one) => one === asked);
  if (mode) return mode;
  if (asked !== '')
    throw new AcptapError('usage', `ACPTAP_RECORD is ${JSON.stringify(asked)}; it may be ${MODES.join(', ')}`);
  return ['', '0', 'false'].includes(env['CI'] ?? '') ? (given ?? 'once') : 'lockdown';
}
