import { note, type Explanation, type Mistake } from './explanation.ts';
import { labelOf, preview } from './issue.ts';
import type { ProtocolVersion } from './methods.ts';
import { isCurrent, type Case, type Surface } from './shape.ts';
import { hintFor, meant, suggest } from './suggest.ts';
import { tablesOf } from './tables.ts';
import { currentNames, otherThan } from './wording.ts';

/** What has the value: an enum, or a union with its tag. */
interface Owner {
  readonly name: string | undefined;
  readonly values: ReadonlyMap<string, Surface | Case>;
}

/** A value that neither the schema nor an overlay has. */
export function unknownValue(owner: Owner, value: string, pointer: string, version: ProtocolVersion): Mistake {
  const didYouMean = meantValue(owner, value);
  const hint =
    hintFor(owner.name, value) ??
    (isOfOther(version, owner.name, value) ? `only version ${otherThan(version)} has it` : undefined);
  return {
    ...mistakeOf(owner, value, pointer, didYouMean),
    message: `${labelOf(pointer)} has no value ${preview(value)}${meant(didYouMean)}${hint === undefined ? '' : ` (${hint})`}`,
  };
}

/**
 * A value of one's own where every name is taken. In version 2 those without an underscore are kept for ACP; in version 1 a name is
 * worth a word where it is nearly one of the schema's, which receivers do not take it for.
 */
export function noteOpenValue(owner: Owner, value: string, pointer: string, to: Explanation): void {
  if (value.startsWith('_')) return;
  const mistake = to.version === 2 ? reservedValue(owner, value, pointer) : unknownValue(owner, value, pointer, 1);
  if (to.version === 2 || mistake.didYouMean !== undefined) note(to, { ...mistake, grade: 'unknown-field' });
}

function reservedValue(owner: Owner, value: string, pointer: string): Mistake {
  const didYouMean = meantValue(owner, value);
  const what = isOfOther(2, owner.name, value) ? 'is of version 1' : 'is kept for releases of ACP to come';
  return {
    ...mistakeOf(owner, value, pointer, didYouMean),
    message: `${labelOf(pointer)} ${preview(value)} ${what}${meant(didYouMean)}`,
  };
}

const mistakeOf = ({ values }: Owner, value: string, pointer: string, didYouMean: string | undefined) => ({
  pointer,
  what: 'value' as const,
  seen: preview(value),
  expected: currentNames(values).join(', '),
  ...(didYouMean === undefined ? {} : { didYouMean }),
});

/** Nobody is sent to a name that is on its way out, be it ever so near. */
function meantValue({ values }: Owner, value: string): string | undefined {
  const found = suggest(value, [...values.keys()]);
  return found !== undefined && currentNames(values).includes(found) ? found : undefined;
}

function isOfOther(version: ProtocolVersion, definition: string | undefined, value: string): boolean {
  const shape = definition === undefined ? undefined : tablesOf(otherThan(version)).definitions.get(definition);
  const surface =
    shape?.kind === 'union'
      ? shape.cases.get(value)?.surface
      : shape?.kind === 'enum'
        ? shape.values.get(value)
        : undefined;
  return surface !== undefined && isCurrent(surface);
}
