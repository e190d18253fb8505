import { hasNoIssues } from './has-no-issues.ts';
import { explain } from './explain.ts';
import { MAX_ISSUES, addIssue, addMistake, type Explanation, type Mistake } from './explanation.ts';
import { clip, pointerInto, type Issue } from './issue.ts';
import { isCurrent, memberNames, type Member, type ObjectShape, type Shape } from './shape.ts';
import { knownAlias, hintFor, suggestionText, suggestName } from './suggest-name.ts';
import { describeSurface, titleOf } from './wording.ts';

type Members = Readonly<Record<string, unknown>>;

/** Adds an issue for each mistake in an object with known members. */
export function explainMembers(shape: ObjectShape, value: Members, pointer: string, to: Explanation): void {
  let unknown: string[] = [];
  const tooHigh = new Set<string>(); // members of a member that should be an object and is not
  for (const name of Object.keys(value)) {
    if (to.issues.length >= MAX_ISSUES) return;
    const member = shape.members.get(name);
    if (!member || isInPlaceOfItsNamesake(name, member, shape, value)) {
      if (!shape.open && !shape.known?.has(name) && unknown.length < MAX_ISSUES) unknown.push(name);
      continue;
    }
    const inner = value[name];
    if (typeof inner !== 'object' && isObjectLike(member.shape))
      for (const one of memberNames(member.shape)) tooHigh.add(one);
    explainMember(member, name, inner, pointer, to, shape);
  }
  const missing = new Set(
    [...shape.members].flatMap(([name, { required }]) => (required && !Object.hasOwn(value, name) ? [name] : [])),
  );
  for (const name of missing) {
    const flat = unknown.filter((one) => belongsInto(shape.members.get(name), one, value[one]));
    if (flat.length === 0) continue;
    missing.delete(name);
    unknown = unknown.filter((one) => !flat.includes(one));
    addMistake(to, flattened(name, flat, shape, pointer));
  }
  for (const name of unknown) {
    const right = suggestName(name, [...missing]) ?? suggestOptional(name, shape, value);
    if (right !== undefined && missing.delete(right)) addMistake(to, misnamed(name, right, shape, pointer));
    else if (!tooHigh.has(name)) addIssue(to, unknownMember(name, right, shape, pointer));
  }
  for (const name of missing)
    addMistake(to, {
      pointer,
      what: 'missing',
      seen: `no ${name}`,
      expected: name,
      message: `${titleOf(shape, pointer)} lacks ${name}`,
    });
}

/**
 * True for the other version's name of an absent member. Beside the right name it serves peers of that
 * version; alone, no receiver reads it.
 */
const isInPlaceOfItsNamesake = (name: string, { surface }: Member, shape: ObjectShape, value: Members): boolean =>
  surface === 'other-version' && knownAlias(name, absentIn(shape, value).filter(isCurrentIn(shape))) !== undefined;

const absentIn = ({ members }: ObjectShape, value: Members): readonly string[] =>
  [...members.keys()].filter((name) => !Object.hasOwn(value, name));

const isCurrentIn =
  ({ members }: ObjectShape) =>
  (name: string): boolean =>
    isCurrent(members.get(name)?.surface ?? 'private');

/** Suggests only names of the current schema. If the nearest name is outdated, suggests nothing. */
function suggestOptional(name: string, shape: ObjectShape, value: Members): string | undefined {
  const absent = absentIn(shape, value);
  const isOfSchema = isCurrentIn(shape);
  const found = knownAlias(name, absent.filter(isOfSchema)) ?? suggestName(name, absent);
  if (found === undefined) return holderOf(name, shape);
  return isOfSchema(found) ? found : undefined;
}

/** `fs.readTextFile` for `readTextFile`, if exactly one member has a member of that name. */
function holderOf(name: string, { members }: ObjectShape): string | undefined {
  const holders = [...members].filter(
    ([, { shape, surface }]) => isCurrent(surface) && shape.kind === 'object' && shape.members.has(name),
  );
  return holders.length === 1 ? `${holders[0]?.[0]}.${name}` : undefined;
}

const isObjectLike = ({ kind }: Shape) => kind === 'object' || kind === 'union' || kind === 'choice';

/**
 * True for a member one level too high: it belongs into an absent member, and is not that member under another name.
 */
function belongsInto(member: Member | undefined, name: string, value: unknown): boolean {
  if (!member || !isObjectLike(member.shape) || hasNoIssues(member.shape, value)) return false;
  for (const one of memberNames(member.shape)) if (one === name) return true;
  return false;
}

function explainMember(
  member: Member,
  name: string,
  value: unknown,
  pointer: string,
  to: Explanation,
  shape: ObjectShape,
): void {
  const at = pointerInto(pointer, name);
  if (member.surface !== 'stable')
    addIssue(to, {
      pointer: at,
      grade: member.surface,
      what: 'member',
      seen: name,
      expected: 'a member of the stable schema',
      message: `${name} of ${titleOf(shape, pointer)} ${describeSurface(member.surface, to.version)}`,
    });
  if ((value === null && member.nullable) || hasNoIssues(member.shape, value)) return;
  const boundary = member.instead === undefined ? to.boundary : { pointer: at, loses: losing(member.instead) };
  if (member.dropsItems && member.shape.kind === 'array' && Array.isArray(value))
    explainItems(member.shape, value, at, { ...to, boundary });
  else explain(member.shape, value, at, { ...to, boundary });
}

/** Words what receivers do with a value that they cannot read. The caller replaces `%` with the name of the value. */
const losing = (instead: string) => (instead === 'nothing' ? 'do without %' : `put ${clip(instead)} in place of %`);

function explainItems(
  shape: Extract<Shape, { kind: 'array' }>,
  value: readonly unknown[],
  pointer: string,
  to: Explanation,
): void {
  if (value.length < shape.least) explain({ ...shape, items: { kind: 'any' } }, value, pointer, to);
  for (const [index, item] of value.entries()) {
    if (to.issues.length >= MAX_ISSUES) return;
    const at = `${pointer}/${index}`;
    if (!hasNoIssues(shape.items, item))
      explain(shape.items, item, at, { ...to, boundary: { pointer: at, loses: 'drop %' } });
  }
}

function flattened(name: string, flat: readonly string[], shape: ObjectShape, pointer: string): Mistake {
  const seen = flat.map(clip).join(', ');
  return {
    pointer,
    what: 'missing',
    seen,
    expected: `${name}: {${seen}}`,
    message: `${titleOf(shape, pointer)} lacks ${name}, into which ${seen} ${flat.length === 1 ? 'belongs' : 'belong'}`,
  };
}

function misnamed(name: string, right: string, shape: ObjectShape, pointer: string): Mistake {
  return {
    pointer: pointerInto(pointer, name),
    what: 'missing',
    seen: clip(name),
    expected: right,
    didYouMean: right,
    message: `${titleOf(shape, pointer)} has ${clip(name)} where ${right} belongs${hinted(shape, name)}`,
  };
}

function unknownMember(name: string, right: string | undefined, shape: ObjectShape, pointer: string): Issue {
  return {
    pointer: pointerInto(pointer, name),
    grade: 'unknown-field',
    what: 'member',
    seen: clip(name),
    expected: right ?? 'a member of ACP; what is one’s own belongs into _meta',
    ...(right === undefined ? {} : { didYouMean: right }),
    message: `${clip(name)} is no member of ${titleOf(shape, pointer)}${suggestionText(right)}${hinted(shape, name)}`,
  };
}

function hinted(shape: ObjectShape, name: string): string {
  const hint = hintFor(shape.name, name);
  return hint === undefined ? '' : ` (${hint})`;
}
