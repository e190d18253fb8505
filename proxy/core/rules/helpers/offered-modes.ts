import { valueAt, stringAt } from '#core/json/json.ts';
import type { Session } from '#core/trace/sessions.ts';
import { areKept, isReadable, modeOption, toConfigOptions } from './config-options.ts';

/**
 * The ids of the modes that a session offers, including the values of the configuration option for the mode: some
 * agents announce a changed list only there. `none`: the agent sent no modes. `unknown`: part of a list is unreadable.
 */
export function offeredModes({
  modes,
  configOptions,
}: Pick<Session, 'modes' | 'configOptions'>): readonly string[] | 'none' | 'unknown' {
  const options = toConfigOptions(configOptions);
  const byOption = modeOption(options)?.values();
  if (!isReadable(configOptions) || !areKept(options, 1)) return 'unknown';
  if (modes === undefined || modes === null) return byOption ?? 'none';
  const available = valueAt(modes, 'availableModes');
  if (!Array.isArray(available)) return 'unknown';
  const ids = available.flatMap((mode: unknown) => stringAt(mode, 'id') ?? []);
  return ids.length < available.length ? 'unknown' : [...ids, ...(byOption ?? [])];
}
