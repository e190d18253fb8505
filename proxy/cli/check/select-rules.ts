import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Rule } from '#core/rules/engine/rule.ts';

/** The rules to judge by. Names are rule ids, or areas (`framing`). */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly preset: Preset;
}

export type Preset = 'default' | 'strict' | 'field';

/** Rules that `strict` makes errors: unknown names of methods and members. */
const STRICT = new Set(['jsonrpc/method-is-known', 'schema/members-are-known']);

/**
 * `default`: all rules unchanged. `strict`: unknown names are errors. `field`: without rules of grade note, which
 * common agents and editors break without harm.
 * @throws {AcptapError} `usage` for an unknown name, and when no rule is left.
 */
export function selectRules({ only, skip, preset }: Selection): readonly Rule[] {
  const wanted = only.map(named);
  const unwanted = skip.map(named);
  const selected: readonly Rule[] = catalogue
    .filter(
      (rule) =>
        (wanted.length === 0 || wanted.some((matches) => matches(rule))) && !unwanted.some((matches) => matches(rule)),
    )
    .filter((rule) => preset !== 'field' || rule.grade !== 'note')
    .map((rule) => (preset === 'strict' && STRICT.has(rule.id) ? { ...rule, grade: 'error' as const } : rule));
  if (selected.length === 0)
    throw new AcptapError('usage', 'no rule is left to check by: --only, --skip and --preset leave out all of them');
  return selected;
}

function named(name: string): (rule: Rule) => boolean {
  const matches = ({ id }: Rule) => id === name || id.startsWith(`${name}/`);
  if (catalogue.some(matches)) return matches;
  const near = nearestName(
    name,
    catalogue.map(({ id }) => id),
  );
  throw new AcptapError(
    'usage',
    `there is no rule "${name}"${near ? `: did you mean ${near}?` : ''} (acptap rules lists them all)`,
  );
}
