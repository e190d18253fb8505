import { isClean } from './clean.ts';
import { explainObject } from './explain-object.ts';
import { clip, labelOf, preview, type Issue } from './issue.ts';
import type { ProtocolVersion } from './methods.ts';
import type { Shape } from './shape.ts';
import { hintFor, suggest } from './suggest.ts';

/** More mistakes in one message are not worth the reader's time. */
export const MOST_ISSUES = 32;

/** Where mistakes do not make receivers refuse the message, but lose what is at `pointer`. */
export interface Boundary {
  readonly pointer: string;
  readonly loses: string;
}

export interface Explanation {
  readonly version: ProtocolVersion;
  readonly issues: Issue[];
  readonly boundary: Boundary | undefined;
}

/** A mistake before it is known how bad it is. */
export type Mistake = Omit<Issue, 'grade'>;

/** Adds an issue for each mistake in a value. The slow way, for values that are not clean. */
export function explain(shape: Shape, value: unknown, pointer: string, to: Explanation): void {
  switch (shape.kind) {
    case 'any':
      return;
    case 'boolean':
    case 'null':
    case 'string':
    case 'integer':
    case 'number':
      if (!isClean(shape, value)) report(to, wrongType(shape, value, pointer));
      return;
    case 'enum':
      return explainEnum(shape, value, pointer, to);
    case 'array':
      return explainArray(shape, value, pointer, to);
    case 'choice':
      return explainChoice(shape, value, pointer, to);
    case 'map':
    case 'object':
    case 'union':
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return report(to, wrongType(shape, value, pointer));
      return explainObject(shape, value as Readonly<Record<string, unknown>>, pointer, to); // own members only, from JSON
  }
}

function explainEnum(shape: Extract<Shape, { kind: 'enum' }>, value: unknown, pointer: string, to: Explanation): void {
  if (typeof value !== 'string') return report(to, wrongType(shape, value, pointer));
  const surface = shape.values.get(value);
  if (surface === 'stable') return;
  const mistake = unknownValue(shape, value, pointer);
  if (surface !== undefined)
    return note(to, {
      ...mistake,
      grade: surface,
      message: `${labelOf(pointer)} ${preview(value)} ${SURFACES[surface]}`,
    });
  if (!shape.open) return report(to, mistake);
  if (to.version === 2 && !value.startsWith('_')) note(to, { ...reserved(mistake), grade: 'unknown-field' });
}

/** Version 2 keeps every name without an underscore for ACP itself. */
export const reserved = (mistake: Mistake): Mistake => ({
  ...mistake,
  message: `${labelOf(mistake.pointer)} ${mistake.seen} is kept for releases of ACP to come${meant(mistake.didYouMean)}`,
});

export function unknownValue(
  {
    name,
    values,
  }: { readonly name: string | undefined; readonly values: Iterable<string> | ReadonlyMap<string, unknown> },
  value: string,
  pointer: string,
): Mistake {
  const known = [...('keys' in values ? values.keys() : values)];
  const didYouMean = suggest(value, known);
  const hint = hintFor(name, value);
  return {
    pointer,
    what: 'value',
    seen: preview(value),
    expected: known.join(', '),
    ...(didYouMean === undefined ? {} : { didYouMean }),
    message: `${labelOf(pointer)} has no value ${preview(value)}${meant(didYouMean)}${hint === undefined ? '' : ` (${hint})`}`,
  };
}

export const meant = (name: string | undefined): string => (name === undefined ? '' : `: did you mean ${name}?`);

function explainArray(
  shape: Extract<Shape, { kind: 'array' }>,
  value: unknown,
  pointer: string,
  to: Explanation,
): void {
  if (!Array.isArray(value)) return report(to, wrongType(shape, value, pointer));
  if (value.length < shape.least)
    report(to, { ...wrongType(shape, value, pointer), message: `${labelOf(pointer)} must not be empty` });
  for (const [index, item] of value.entries()) {
    if (to.issues.length >= MOST_ISSUES) return;
    if (!isClean(shape.items, item)) explain(shape.items, item, `${pointer}/${index}`, to);
  }
}

/** What is wrong is told of the form that fits best: the least refused, then the least to say. */
function explainChoice(
  shape: Extract<Shape, { kind: 'choice' }>,
  value: unknown,
  pointer: string,
  to: Explanation,
): void {
  const tries = shape.options.map((option) => {
    const issues: Issue[] = [];
    explain(option, value, pointer, { version: to.version, issues, boundary: undefined });
    return { issues, hard: issues.filter(({ grade }) => grade === 'hard').length };
  });
  const fits = tries.filter(({ hard }) => hard === 0);
  if (shape.exclusive && fits.length > 1) {
    const forms = shape.options
      .map((option) => (option.kind === 'object' ? requiredOf(option) : option.kind))
      .join(' or ');
    const message = `${labelOf(pointer)} has the members of two forms at once`;
    return report(to, { pointer, what: 'value', seen: preview(value), expected: `either ${forms}`, message });
  }
  const [best] = tries.toSorted((a, b) => a.hard - b.hard || a.issues.length - b.issues.length);
  const [first] = best?.issues ?? [];
  const noneFits = tries.every(({ issues }) => issues.length === 1 && issues[0]?.pointer === pointer);
  if (noneFits && first?.grade === 'hard' && first.what === 'value')
    return report(to, expecting(shape.options.map(typeName).join(' or '), value, pointer));
  for (const issue of best?.issues ?? [])
    if (issue.grade === 'hard') report(to, issue);
    else note(to, issue);
}

const requiredOf = ({ members }: Extract<Shape, { kind: 'object' }>) =>
  [...members].flatMap(([name, { required }]) => (required ? [name] : [])).join(', ');

const wrongType = (shape: Shape, value: unknown, pointer: string): Mistake =>
  expecting(typeName(shape), value, pointer);

function expecting(expected: string, value: unknown, pointer: string): Mistake {
  const seen = preview(value);
  return { pointer, what: 'value', seen, expected, message: `${labelOf(pointer)} must be ${expected}, not ${seen}` };
}

function typeName(shape: Shape): string {
  switch (shape.kind) {
    case 'array':
      return shape.least > 0 ? 'a list of at least one' : 'a list';
    case 'map':
    case 'object':
    case 'union':
      return 'an object';
    case 'string':
      return shape.least > 0 ? 'a text that is not empty' : 'a string';
    case 'integer':
      return shape.format === '' ? 'an integer' : `an integer (${shape.format})`;
    case 'number':
      return Number.isFinite(shape.min) && shape.max < 1e9 ? `a number from ${shape.min} to ${shape.max}` : 'a number';
    case 'boolean':
      return 'a boolean';
    case 'enum':
      return `one of ${clip([...shape.values.keys()].join(', '))}`;
    case 'null':
      return 'null';
    default:
      return 'another value';
  }
}

/** What is said of a name by where it comes from. */
export const SURFACES = {
  stable: '',
  unstable: 'is not stable yet',
  legacy: 'is no longer in ACP, or never was',
  newer: 'is newer than the schema acptap was made with, or of the other version',
} as const;

/** A mistake is hard, unless receivers have a way out. */
export function report(to: Explanation, mistake: Mistake): void {
  const { boundary } = to;
  if (!boundary) return note(to, { ...mistake, grade: 'hard' });
  const what = boundary.pointer === mistake.pointer ? 'it' : labelOf(boundary.pointer);
  note(to, {
    ...mistake,
    grade: 'salvaged',
    message: `${mistake.message}; receivers ${boundary.loses.replace('%', what)}`,
  });
}

export function note(to: Explanation, issue: Issue): void {
  if (to.issues.length < MOST_ISSUES) to.issues.push(issue);
}
