import { addIssue, type Explanation, type Mistake } from './explanation.ts';
import { labelOf, preview } from './issue.ts';
import type { ProtocolVersion } from './methods.ts';
import { isCurrent, type Case, type Surface } from './shape.ts';
import { hintFor, suggestionText, suggestName } from './suggest-name.ts';
import { tablesOf } from './schema-of-version.ts';
import { currentNames, otherVersion } from './wording.ts';

/** The enum, or the union with its tag, that lacks the value. */
interface Owner {
  readonly name: string | undefined;
  readonly values: ReadonlyMap<string, Surface | Case>;
}

/** Describes a value that neither the schema nor its additions have. */
export function unknownValue(owner: Owner, value: string, pointer: string, version: ProtocolVersion): Mistake {
  const didYouMean = meantValue(owner, value);
  const hint =
    hintFor(owner.name, value) ??
    (isOfOther(version, owner.name, value) ? `only version ${otherVersion(version)} has it` : undefined);
  return {
    ...mistakeOf(owner, value, pointer, didYouMean),
    message: `${labelOf(pointer)} has no value ${preview(value)}${suggestionText(didYouMean)}${hint === undefined ? '' : ` (${hint})`}`,
  };
}

/**
 * Reports an unknown value of an open enum. Version 2 reserves names without an underscore for ACP. Version 1
 * accepts any name, so only a likely misspelling of a schema name is reported.
 */
export function noteOpenValue(owner: Owner, value: string, pointer: string, to: Explanation): void {
  if (value.startsWith('_')) return;
  const mistake = to.version === 2 ? reservedValue(owner, value, pointer) : unknownValue(owner, value, pointer, 1);
  if (to.version === 2 || mistake.didYouMean !== undefined) addIssue(to, { ...mistake, grade: 'unknown-field' });
}

function reservedValue(owner: Owner, value: string, pointer: string): Mistake {
  const didYouMean = meantValue(owner, value);
  const what = isOfOther(2, owner.name, value) ? 'belongs to version 1' : 'is kept for releases of ACP to come';
  return {
    ...mistakeOf(owner, value, pointer, didYouMean),
    message: `${labelOf(pointer)} ${preview(value)} ${what}${suggestionText(didYouMean)}`,
  };
}

const mistakeOf = ({ values }: Owner, value: string, pointer: string, didYouMean: string | undefined) => ({
  pointer,
  what: 'value' as const,
  seen: preview(value),
  expected: currentNames(values).join(', '),
  ...(didYouMean === undefined ? {} : { didYouMean }),
});

/** Suggests only current names; nothing if an outdated name is nearest. */
function meantValue({ values }: Owner, value: string): string | undefined {
  const found = suggestName(value, [...values.keys()]);
  return found !== undefined && currentNames(values).includes(found) ? found : undefined;
}

function isOfOther(version: ProtocolVersion, definition: string | undefined, value: string): boolean {
  const shape = definition === undefined ? undefined : tablesOf(otherVersion(version)).definitions.get(definition);
  const surface =
    shape?.kind === 'union'
      ? shape.cases.get(value)?.surface
      : shape?.kind === 'enum'
        ? shape.values.get(value)
        : undefined;
  return surface !== undefined && isCurrent(surface);
}
