import { AcptapError } from '#core/errors.ts';
import { ELICITATIONS } from '#core/protocol/method-traits.ts';
import { allMethods } from '#core/protocol/methods.ts';
import { nearestName, suggestionText } from '#core/protocol/suggest-name.ts';
import type { MatchLevel, MatchLevels } from '../model/match-level.ts';

interface Treatment {
  readonly level: MatchLevel;
  /** Members of params or of a result that differ between machines. `_meta` always does. */
  readonly volatile?: readonly string[];
}

/** Messages with another level than `method`, and volatile members of others. Answers are listed by their method. */
const TREATMENTS: Readonly<Record<string, Treatment>> = {
  initialize: { level: 'method', volatile: ['clientInfo', 'info', 'clientCapabilities', 'capabilities'] },
  authenticate: { level: 'normalised' },
  'auth/login': { level: 'normalised' },
  'session/new': { level: 'method', volatile: ['mcpServers'] },
  'session/load': { level: 'method', volatile: ['mcpServers'] },
  'session/resume': { level: 'method', volatile: ['mcpServers'] },
  'session/fork': { level: 'method', volatile: ['mcpServers'] },
  'session/list': { level: 'normalised', volatile: ['cwd'] }, // compares only the cursor
  'session/set_mode': { level: 'normalised' },
  'session/set_model': { level: 'normalised' },
  'session/set_config_option': { level: 'normalised' },
  'session/request_permission': { level: 'normalised' },
  ...Object.fromEntries(
    ELICITATIONS.map((method) => [method, { level: 'normalised', volatile: ['content'] } satisfies Treatment]),
  ),
  'providers/set': { level: 'method', volatile: ['headers', 'baseUrl'] },
};

const EVERYTHING_ELSE: Treatment = { level: 'method' };

const treatment = (method: string): Treatment =>
  Object.hasOwn(TREATMENTS, method) ? (TREATMENTS[method] ?? EVERYTHING_ELSE) : EVERYTHING_ELSE;

export const levelOf = (method: string, overrides: MatchLevels): MatchLevel =>
  (Object.hasOwn(overrides, method) ? overrides[method] : undefined) ?? treatment(method).level;

export const volatileMembers = (method: string): readonly string[] => treatment(method).volatile ?? [];

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
      `${JSON.stringify(text)} is not METHOD=LEVEL: write METHOD=LEVEL, with the level method, normalised or exact`,
    );
  const misspelt = misspeltMethod({ [method]: level });
  if (misspelt) throw new AcptapError('usage', `${JSON.stringify(method)} is not a method of ACP${misspelt.hint}`);
  return { [method]: level };
}
