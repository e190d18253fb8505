import { AcptapError } from '#core/errors.ts';

/**
 * When a recording is made: `once` when there is none, `all` each time, `none` never. `lockdown` is `none` for continuous integration,
 * and there a difference fails also where it was to be followed.
 */
export type RecordMode = 'once' | 'none' | 'all' | 'lockdown';

const MODES: readonly RecordMode[] = ['once', 'none', 'all', 'lockdown'];

/**
 * The mode that counts: `ACPTAP_RECORD`, else `lockdown` where `CI` is set, else what the test says, else `once`.
 * @throws {AcptapError} `usage` when `ACPTAP_RECORD` or what the test says is no mode.
 */
export function recordMode(
  given: RecordMode | undefined,
  env: Readonly<Record<string, string | undefined>>,
): RecordMode {
  check(given ?? '', 'the mode of recordedAgent');
  const asked = env['ACPTAP_RECORD'] ?? '';
  check(asked, 'ACPTAP_RECORD');
  const mode = MODES.find((one) => one === asked);
  if (mode) return mode;
  return ['', '0', 'false'].includes(env['CI'] ?? '') ? (given ?? 'once') : 'lockdown';
}

function check(mode: string, name: string): void {
  if (mode !== '' && !MODES.some((one) => one === mode))
    throw new AcptapError('usage', `${name} is ${JSON.stringify(mode)}; it may be ${MODES.join(', ')}`);
}
