import { AcptapError } from '#core/errors.ts';
import { ELICITATIONS } from '#core/protocol/method-traits.ts';
import { allMethods } from '#core/protocol/methods.ts';
import { nearestName, suggestionText } from '#core/protocol/suggest-name.ts';
import type { MatchLevel, MatchLevels } from '../model/match-level.ts';

/** Messages that must be alike, not only of the same method. Answers are listed by their method. */
const NORMALISED: ReadonlySet<string> = new Set([
  'authenticate',
  'auth/login',
  'session/list',
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
  'session/request_permission',
  ...ELICITATIONS,
]);

export const levelOf = (method: string, overrides: MatchLevels): MatchLevel =>
  (Object.hasOwn(overrides, method) ? overrides[method] : undefined) ??
  (NORMALISED.has(method) ? 'normalised' : 'method');

export const isMatchLevel = (value: unknown): value is MatchLevel =>
  value === 'method' || value === 'normalised' || value === 'exact';

/** `: did you mean session/prompt?` for levels with a method that is almost one of ACP; else undefined. */
export function misspeltMethod(levels: MatchLevels): { readonly method: string; readonly hint: string } | undefined {
  for (const method of Object.keys(levels)) {
    const near = allMethods.includes(method) || method.startsWith('_') ? undefined : nearestName(method, allMethods);
    if (near !== undefined) return { method, hint: suggestionText(near) };
  }
  return undefined;
}

/** Reads `session/prompt=normalised`. @throws {AcptapError} `usage`, with the valid values. */
export function parseMatch(text: string): MatchLevels {
  const [method = '', level, ...rest] = text.split('=');
  if (method === '' || rest.length > 0 || !isMatchLevel(level))
    throw new AcptapError(
      'usage',
      `${JSON.stringify(text)} is not METHOD=LEVEL: the levels are method, normalised and exact, as in session/prompt=normalised`,
    );
  const misspelt = misspeltMethod({ [method]: level });
  if (misspelt) throw new AcptapError('usage', `${JSON.stringify(method)} is not a method of ACP${misspelt.hint}`);
  return { [method]: level };
}
