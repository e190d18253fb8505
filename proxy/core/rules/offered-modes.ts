import type { Session } from '#core/trace/sessions.ts';
import { at, stringAt } from '#core/wire/json.ts';
import { modeOption, toConfigOptions } from './config-options.ts';

/**
 * The ids of the modes that a session offers, also as values of the configuration option that chooses the mode: agents exist that
 * announce a changed list only there. Undefined where the agent has given none.
 */
export function offeredModes({
  modes,
  configOptions,
}: Pick<Session, 'modes' | 'configOptions'>): readonly string[] | undefined {
  const available = at(modes, 'availableModes');
  const byOption = modeOption(toConfigOptions(configOptions))?.values();
  if (!Array.isArray(available)) return byOption;
  return [...available.flatMap((mode: unknown) => stringAt(mode, 'id') ?? []), ...(byOption ?? [])];
}
