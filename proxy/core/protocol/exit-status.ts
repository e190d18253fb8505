import { stringAt, valueAt } from '#core/json/json.ts';

/** The exit of a terminal's command in words: `exit 1`, or the name of a signal. Undefined while it runs. */
export function describeExitStatus(value: unknown): string | undefined {
  const code = valueAt(value, 'exitCode');
  return typeof code === 'number' ? `exit ${code}` : stringAt(value, 'signal');
}
