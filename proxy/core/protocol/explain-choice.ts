import { explain } from './explain.ts';
import { addGradedAgain, addMistake, type Explanation } from './explanation.ts';
import { labelOf, preview, type Issue } from './issue.ts';
import type { Shape } from './shape.ts';
import { expectedMistake, titleOf, typeName } from './wording.ts';

type Choice = Extract<Shape, { kind: 'choice' }>;
type Issues = readonly Issue[];

/** Reports the issues of the form that fits best: the one with the fewest hard issues, then the fewest issues. */
export function explainChoice(shape: Choice, value: unknown, pointer: string, to: Explanation): void {
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
    return addMistake(to, { pointer, what: 'value', seen: preview(value), expected: `either ${forms}`, message });
  }
  const [best] = tries.toSorted((a, b) => a.hard - b.hard || a.issues.length - b.issues.length);
  const [first] = best?.issues ?? [];
  const noneFits = tries.every(({ issues }) => issues.length === 1 && issues[0]?.pointer === pointer);
  if (noneFits && first?.grade === 'hard' && first.what === 'value')
    return addMistake(to, expectedMistake(shape.options.map(typeName).join(' or '), value, pointer));
  const all = tries.map(({ issues }) => issues);
  addGradedAgain(to, fits.length > 0 ? (best?.issues ?? []) : eitherMissing(shape, all, best?.issues ?? [], pointer));
}

const requiredOf = ({ members }: Extract<Shape, { kind: 'object' }>) =>
  [...members].flatMap(([name, { required }]) => (required ? [name] : [])).join(', ');

/** When each form lacks a member of its own, reports them together: `lacks a or b`. */
function eitherMissing({ options }: Choice, all: readonly Issues[], best: Issues, pointer: string): Issues {
  const lacking = all.map((issues) => issues.find((issue) => isMissing(issue, pointer) && !isInAll(issue, all)));
  const names = lacking.flatMap((issue) => issue?.expected ?? []);
  const areOfSchema = options.every((option) => option.kind === 'object' && option.name !== undefined);
  if (!areOfSchema || names.length < options.length) return best;
  const either = names.join(' or ');
  return best.map((issue) =>
    lacking.includes(issue)
      ? {
          ...issue,
          seen: 'neither',
          expected: either,
          message: `${titleOf({ name: undefined }, pointer)} lacks ${either}`,
        }
      : issue,
  );
}

const isMissing = ({ grade, what, pointer, seen }: Issue, at: string) =>
  grade === 'hard' && what === 'missing' && pointer === at && seen.startsWith('no ');

const isInAll = ({ expected }: Issue, all: readonly Issues[]) =>
  all.every((issues) => issues.some((issue) => issue.expected === expected));
