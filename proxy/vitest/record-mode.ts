import { AcptapError } from '#core/errors.ts';

/**
 * When to record: `once` if the recording is missing, `all` every time, `none` never. `lockdown` is `none` for
 * continuous integration: any difference fails the test, even with `follow`.
 */
export type RecordMode = 'once' | 'none' | 'all' | 'lockdown';

const MODES: readonly RecordMode[] = ['once', 'none', 'all', 'lockdown'];

/**
 * The effective mode: `ACPTAP_RECORD`, else `lockdown` if `CI` is set, else the test's mode, else `once`.
 * @throws {AcptapError} `usage` for an unknown mode in `ACPTAP_RECORD` or in the test.
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
