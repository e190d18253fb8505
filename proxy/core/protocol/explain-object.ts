import { isClean } from './clean.ts';
import {
  explain,
  meant,
  MOST_ISSUES,
  note,
  report,
  reserved,
  SURFACES,
  unknownValue,
  type Explanation,
} from './explain.ts';
import { clip, labelOf, pointerInto, preview, type Issue } from './issue.ts';
import { memberNames, type Member, type ObjectShape, type Shape, type UnionShape } from './shape.ts';
import { hintFor, suggest } from './suggest.ts';

type Members = Readonly<Record<string, unknown>>;

/** Adds an issue for each mistake in an object. */
export function explainObject(
  shape: Extract<Shape, { kind: 'map' | 'object' | 'union' }>,
  value: Members,
  pointer: string,
  to: Explanation,
): void {
  switch (shape.kind) {
    case 'map':
      for (const [name, member] of Object.entries(value))
        if (!isClean(shape.values, member)) explain(shape.values, member, pointerInto(pointer, name), to);
      return;
    case 'object':
      return explainMembers(shape, value, pointer, to);
    case 'union':
      return explainUnion(shape, value, pointer, to);
  }
}

function explainUnion(shape: UnionShape, value: Members, pointer: string, to: Explanation): void {
  const tag = value[shape.tag];
  const at = pointerInto(pointer, shape.tag);
  const known = typeof tag === 'string' ? shape.cases.get(tag) : undefined;
  if (known) {
    if (known.surface !== 'stable')
      note(to, {
        pointer: at,
        grade: known.surface,
        what: 'variant',
        seen: preview(tag),
        expected: 'a name of the stable schema',
        message: `${labelOf(at)} ${preview(tag)} ${SURFACES[known.surface]}`,
      });
    return explainCase(shape, known.shape, value, pointer, to);
  }
  if (typeof tag === 'string' && (shape.other ?? shape.untagged)) {
    const mistake = { ...unknownVariant(shape, tag, at), what: 'variant' as const };
    if (shape.other) {
      if (to.version === 2 && !tag.startsWith('_')) note(to, { ...reserved(mistake), grade: 'unknown-field' });
      return explain(shape.other, value, pointer, to);
    }
    note(to, {
      ...mistake,
      grade: 'unknown-field',
      message: `${mistake.message}; receivers look at the other members`,
    });
    const { [shape.tag]: _, ...rest } = value;
    return explain(shape.untagged ?? { kind: 'any' }, rest, pointer, to);
  }
  if (shape.untagged) return explain(shape.untagged, value, pointer, to);
  if (typeof tag === 'string') return report(to, { ...unknownVariant(shape, tag, at), what: 'variant' });
  const expected = [...shape.cases.keys()].join(', ');
  if (Object.hasOwn(value, shape.tag))
    return report(to, {
      pointer: at,
      what: 'value',
      seen: preview(tag),
      expected,
      message: `${labelOf(at)} must be a string, not ${preview(tag)}`,
    });
  const name = Object.keys(value)
    .slice(0, MOST_ISSUES)
    .find((one) => suggest(one, [shape.tag]) !== undefined);
  report(to, {
    pointer: name === undefined ? pointer : pointerInto(pointer, name),
    what: 'missing',
    seen: name ?? `no ${shape.tag}`,
    expected: `${shape.tag}: ${expected}`,
    ...(name === undefined ? {} : { didYouMean: shape.tag }),
    message: `${titleOf(shape, pointer)} lacks ${shape.tag}, which says what it is`,
  });
}

const unknownVariant = (shape: UnionShape, tag: string, at: string) =>
  unknownValue({ name: shape.name, values: shape.cases }, tag, at);

/** Where the members are not those of its tag but fit the form without a tag, receivers read it as that. */
function explainCase(shape: UnionShape, chosen: Shape, value: Members, pointer: string, to: Explanation): void {
  if (!shape.untagged) return explain(chosen, value, pointer, to);
  const own = issuesOf(chosen, value, pointer, to);
  const first = own.find(isHard);
  if (first && !issuesOf(shape.untagged, value, pointer, to).some(isHard)) {
    const message = `${first.message}; receivers ignore ${shape.tag} and read the rest`;
    return note(to, { ...first, grade: 'salvaged', message });
  }
  for (const issue of own)
    if (isHard(issue)) report(to, issue);
    else note(to, issue);
}

/** Issues of a form on its own, whatever the place where it stands forgives. */
function issuesOf(shape: Shape, value: Members, pointer: string, { version }: Explanation): readonly Issue[] {
  const issues: Issue[] = [];
  explain(shape, value, pointer, { version, issues, boundary: undefined });
  return issues;
}

const isHard = ({ grade }: Issue) => grade === 'hard';

function explainMembers(shape: ObjectShape, value: Members, pointer: string, to: Explanation): void {
  const unknown: string[] = [];
  const misplaced = new Set<string>(); // members of a member that is no object, although it should be one
  for (const name of Object.keys(value)) {
    if (to.issues.length >= MOST_ISSUES) return;
    const member = shape.members.get(name);
    if (!member) {
      if (!shape.open && !shape.known?.has(name) && unknown.length < MOST_ISSUES) unknown.push(name);
      continue;
    }
    const inner = value[name];
    if (typeof inner !== 'object' && isObjectLike(member.shape))
      for (const one of memberNames(member.shape)) misplaced.add(one);
    explainMember(member, name, inner, pointer, to, shape);
  }
  const missing = [...shape.members].flatMap(([name, { required }]) =>
    required && !Object.hasOwn(value, name) ? [name] : [],
  );
  const absent = [...shape.members.keys()].filter((name) => !Object.hasOwn(value, name));
  for (const name of unknown) {
    const right = suggest(name, missing) ?? suggest(name, absent);
    if (right !== undefined && missing.includes(right)) {
      missing.splice(missing.indexOf(right), 1);
      report(to, misnamed(name, right, shape, pointer));
    } else if (!misplaced.has(name)) note(to, unknownMember(name, right, shape, pointer));
  }
  for (const name of missing)
    report(to, {
      pointer,
      what: 'missing',
      seen: `no ${name}`,
      expected: name,
      message: `${titleOf(shape, pointer)} lacks ${name}`,
    });
}

const isObjectLike = ({ kind }: Shape) => kind === 'object' || kind === 'union' || kind === 'choice';

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
    note(to, {
      pointer: at,
      grade: member.surface,
      what: 'member',
      seen: name,
      expected: 'a member of the stable schema',
      message: `${name} of ${titleOf(shape, pointer)} ${SURFACES[member.surface]}`,
    });
  if ((value === null && member.nullable) || isClean(member.shape, value)) return;
  const boundary = member.instead === undefined ? to.boundary : { pointer: at, loses: losing(member.instead) };
  if (member.dropsItems && member.shape.kind === 'array' && Array.isArray(value))
    explainItems(member.shape, value, at, { ...to, boundary });
  else explain(member.shape, value, at, { ...to, boundary });
}

/** What receivers do with a value that they cannot read; `%` stands for it. */
const losing = (instead: string) => (instead === 'nothing' ? 'do without %' : `put ${clip(instead)} in place of %`);

function explainItems(
  shape: Extract<Shape, { kind: 'array' }>,
  value: readonly unknown[],
  pointer: string,
  to: Explanation,
): void {
  if (value.length < shape.least) explain({ ...shape, items: { kind: 'any' } }, value, pointer, to);
  for (const [index, item] of value.entries()) {
    if (to.issues.length >= MOST_ISSUES) return;
    const at = `${pointer}/${index}`;
    if (!isClean(shape.items, item))
      explain(shape.items, item, at, { ...to, boundary: { pointer: at, loses: 'drop %' } });
  }
}

function misnamed(name: string, right: string, shape: ObjectShape, pointer: string) {
  const hint = hintFor(shape.name, name);
  return {
    pointer: pointerInto(pointer, name),
    what: 'missing' as const,
    seen: clip(name),
    expected: right,
    didYouMean: right,
    message: `${titleOf(shape, pointer)} lacks ${right}: it is not called ${clip(name)}${hint === undefined ? '' : ` (${hint})`}`,
  };
}

function unknownMember(name: string, right: string | undefined, shape: ObjectShape, pointer: string): Issue {
  const hint = hintFor(shape.name, name);
  return {
    pointer: pointerInto(pointer, name),
    grade: 'unknown-field',
    what: 'member',
    seen: clip(name),
    expected: right ?? 'a member of ACP; what is one’s own belongs into _meta',
    ...(right === undefined ? {} : { didYouMean: right }),
    message: `${clip(name)} is no member of ${titleOf(shape, pointer)}${meant(right)}${hint === undefined ? '' : ` (${hint})`}`,
  };
}

const titleOf = ({ name }: { readonly name: string | undefined }, pointer: string): string => name ?? labelOf(pointer);
