import type { Session } from '#core/trace/sessions.ts';
import { at, stringAt } from '#core/wire/json.ts';
import { areSound, isReadable, modeOption, toConfigOptions } from './config-options.ts';

/**
 * The ids of the modes that a session offers, also as values of the configuration option that chooses the mode: agents exist that
 * announce a changed list only there. `none` where the agent has given none, `unknown` where something of a list cannot be read.
 */
export function offeredModes({
  modes,
  configOptions,
}: Pick<Session, 'modes' | 'configOptions'>): readonly string[] | 'none' | 'unknown' {
  const options = toConfigOptions(configOptions);
  const byOption = modeOption(options)?.values();
  if (!isReadable(configOptions) || !areSound(options, 1)) return 'unknown';
  if (modes === undefined || modes === null) return byOption ?? 'none';
  const available = at(modes, 'availableModes');
  if (!Array.isArray(available)) return 'unknown';
  const ids = available.flatMap((mode: unknown) => stringAt(mode, 'id') ?? []);
  return ids.length < available.length ? 'unknown' : [...ids, ...(byOption ?? [])];
}
