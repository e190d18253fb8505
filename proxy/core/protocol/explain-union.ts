import { explain } from './explain.ts';
import { MAX_ISSUES, addIssue, addGradedAgain, addMistake, type Explanation } from './explanation.ts';
import { labelOf, pointerInto, preview, type Issue } from './issue.ts';
import { memberNames, type Shape, type UnionShape } from './shape.ts';
import { suggestName } from './suggest-name.ts';
import { noteOpenValue, unknownValue } from './unknown-value.ts';
import { currentNames, describeSurface, titleOf } from './wording.ts';

type Members = Readonly<Record<string, unknown>>;

/** Adds an issue for each mistake in an object with a tag that chooses its form. */
export function explainUnion(shape: UnionShape, value: Members, pointer: string, to: Explanation): void {
  const tag = value[shape.tag];
  const at = pointerInto(pointer, shape.tag);
  const known = typeof tag === 'string' ? shape.cases.get(tag) : undefined;
  if (known) {
    if (known.surface !== 'stable')
      addIssue(to, {
        pointer: at,
        grade: known.surface,
        what: 'variant',
        seen: preview(tag),
        expected: 'a name of the stable schema',
        message: `${labelOf(at)} ${preview(tag)} ${describeSurface(known.surface, to.version)}`,
      });
    return explainCase(shape, known.shape, value, pointer, to);
  }
  if (typeof tag === 'string' && shape.other) {
    noteOpenValue(tagsOf(shape), tag, at, to);
    return explain(shape.other, value, pointer, to);
  }
  if (typeof tag === 'string' && shape.untagged) {
    const mistake = unknownValue(tagsOf(shape), tag, at, to.version);
    const message = `${mistake.message}; receivers look at the other members`;
    addIssue(to, { ...mistake, what: 'variant', grade: 'unknown-field', message });
    const { [shape.tag]: _, ...rest } = value;
    return explain(shape.untagged, rest, pointer, to);
  }
  if (shape.untagged) return explain(shape.untagged, value, pointer, to);
  if (typeof tag === 'string')
    return addMistake(to, { ...unknownValue(tagsOf(shape), tag, at, to.version), what: 'variant' });
  explainTag(shape, value, pointer, to);
}

const tagsOf = ({ name, cases }: UnionShape) => ({ name, values: cases });

/** Reports an absent tag. */
function explainTag(shape: UnionShape, value: Members, pointer: string, to: Explanation): void {
  const expected = currentNames(shape.cases).join(', ');
  if (Object.hasOwn(value, shape.tag)) {
    const at = pointerInto(pointer, shape.tag);
    const seen = preview(value[shape.tag]);
    const message = `${labelOf(at)} must be a string, not ${seen}`;
    return addMistake(to, { pointer: at, what: 'value', seen, expected, message });
  }
  const name = misnamedTag(shape, value);
  addMistake(to, {
    pointer: name === undefined ? pointer : pointerInto(pointer, name),
    what: 'missing',
    seen: name ?? `no ${shape.tag}`,
    expected: `${shape.tag}: ${expected}`,
    ...(name === undefined ? {} : { didYouMean: shape.tag }),
    message:
      name === undefined
        ? `${titleOf(shape, pointer)} lacks ${shape.tag}, which says what it is`
        : `${titleOf(shape, pointer)} has ${name} where ${shape.tag} belongs, which says what it is`,
  });
}

/** Returns the member that is probably a misnamed tag: its name is similar, or only a tag has its value. */
function misnamedTag(shape: UnionShape, value: Members): string | undefined {
  const names = Object.keys(value).slice(0, MAX_ISSUES);
  const others = new Set(memberNames(shape));
  return (
    names.find((name) => suggestName(name, [shape.tag]) !== undefined) ??
    names.find((name) => {
      const member = value[name];
      return typeof member === 'string' && shape.cases.has(member) && !others.has(name);
    })
  );
}

/** If the members do not fit their tag but fit the form without a tag, receivers read the object as that form. */
function explainCase(shape: UnionShape, chosen: Shape, value: Members, pointer: string, to: Explanation): void {
  if (!shape.untagged) return explain(chosen, value, pointer, to);
  const own = issuesOf(chosen, value, pointer, to);
  const first = own.find(isHard);
  if (first && !issuesOf(shape.untagged, value, pointer, to).some(isHard)) {
    const message = `${first.message}; receivers ignore ${shape.tag} and read the rest`;
    return addIssue(to, { ...first, grade: 'salvaged', message });
  }
  addGradedAgain(to, own);
}

/** Returns the issues of a form alone, without the tolerance of the place where it stands. */
function issuesOf(shape: Shape, value: Members, pointer: string, { version }: Explanation): readonly Issue[] {
  const issues: Issue[] = [];
  explain(shape, value, pointer, { version, issues, boundary: undefined });
  return issues;
}

const isHard = ({ grade }: Issue) => grade === 'hard';
