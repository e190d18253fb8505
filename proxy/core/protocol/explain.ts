import { hasNoIssues } from './has-no-issues.ts';
import { explainChoice } from './explain-choice.ts';
import { explainMembers } from './explain-members.ts';
import { explainUnion } from './explain-union.ts';
import { MAX_ISSUES, addIssue, addMistake, type Explanation } from './explanation.ts';
import { labelOf, pointerInto, preview } from './issue.ts';
import type { Shape } from './shape.ts';
import { noteOpenValue, unknownValue } from './unknown-value.ts';
import { describeSurface, wrongType } from './wording.ts';

/** Adds an issue for each mistake in a value. Slow, so only for values that `hasNoIssues` rejects. */
export function explain(shape: Shape, value: unknown, pointer: string, to: Explanation): void {
  switch (shape.kind) {
    case 'any':
      return;
    case 'boolean':
    case 'null':
    case 'string':
    case 'integer':
    case 'number':
      if (!hasNoIssues(shape, value)) addMistake(to, wrongType(shape, value, pointer));
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
        return addMistake(to, wrongType(shape, value, pointer));
      return explainObject(shape, value as Readonly<Record<string, unknown>>, pointer, to); // own members only, from JSON
  }
}

function explainObject(
  shape: Extract<Shape, { kind: 'map' | 'object' | 'union' }>,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  to: Explanation,
): void {
  switch (shape.kind) {
    case 'map':
      for (const [name, member] of Object.entries(value))
        if (!hasNoIssues(shape.values, member)) explain(shape.values, member, pointerInto(pointer, name), to);
      return;
    case 'object':
      return explainMembers(shape, value, pointer, to);
    case 'union':
      return explainUnion(shape, value, pointer, to);
  }
}

function explainEnum(shape: Extract<Shape, { kind: 'enum' }>, value: unknown, pointer: string, to: Explanation): void {
  if (typeof value !== 'string') return addMistake(to, wrongType(shape, value, pointer));
  const surface = shape.values.get(value);
  if (surface === 'stable') return;
  if (surface !== undefined)
    return addIssue(to, {
      pointer,
      grade: surface,
      what: 'value',
      seen: preview(value),
      expected: 'a value of the stable schema',
      message: `${labelOf(pointer)} ${preview(value)} ${describeSurface(surface, to.version)}`,
    });
  if (!shape.open) return addMistake(to, unknownValue(shape, value, pointer, to.version));
  noteOpenValue(shape, value, pointer, to);
}

function explainArray(
  shape: Extract<Shape, { kind: 'array' }>,
  value: unknown,
  pointer: string,
  to: Explanation,
): void {
  if (!Array.isArray(value)) return addMistake(to, wrongType(shape, value, pointer));
  if (value.length < shape.least)
    addMistake(to, { ...wrongType(shape, value, pointer), message: `${labelOf(pointer)} must not be empty` });
  for (const [index, item] of value.entries()) {
    if (to.issues.length >= MAX_ISSUES) return;
    if (!hasNoIssues(shape.items, item)) explain(shape.items, item, `${pointer}/${index}`, to);
  }
}
