import { afterAll, describe, expect, test } from 'vitest';
import { hasNoIssues } from '#core/protocol/has-no-issues.ts';
import { explain } from '#core/protocol/explain.ts';
import type { Issue } from '#core/protocol/issue.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import { rounds } from '../support/effort.ts';
import { constantsOf, createRandom, example, mutate } from './examples.ts';
import { asReceiversRead, definitionsOf, nullIsEmpty, oracle, rewrite, type Version } from './schema-documents.ts';

/** For each definition. In the long run more than 400 found nothing. */
const MUTATIONS = rounds(50, 400);

/** The intended differences between the validator and ajv. Every disagreement must be one of these. */
type Leniency = 'null is an empty list' | 'the tag decides the form';

const counts: Record<Leniency, number> = { 'null is an empty list': 0, 'the tag decides the form': 0 };
let [compared, refused, lost] = [0, 0, 0];

const REASONS: Record<Leniency, string> = {
  'null is an empty list': 'the schema marks the member: receivers read null as if it were empty, which loses nothing',
  'the tag decides the form':
    'an object whose type is known but whose members fit only the form without a type is valid JSON Schema; receivers ignore the type, so the reader is warned',
};

describe.each([1, 2] as const)('version %i', (version) => {
  const definitions = definitionsOf(version);
  const [strict, readers, emptyNull] = [
    oracle(definitions),
    oracle(rewrite(definitions, asReceiversRead)),
    oracle(rewrite(definitions, nullIsEmpty)),
  ];
  const words = constantsOf(definitions);
  // a result without a schema accepts anything
  const names = Object.keys(definitions).filter(
    (name) => name === 'Error' || (definitions[name]?.['x-method'] !== undefined && name !== 'ProxySuccessorResponse'),
  );

  test.each(names.map((name, index) => [name, index] as const))('%s: the validator and ajv agree', (name, index) => {
    const [isValid, isReadable, isValidOrNull] = [strict(name), readers(name), emptyNull(name)];
    const random = createRandom(index + version * 1000);
    const unexplained: string[] = [];

    for (let run = 0; run < MUTATIONS; run++) {
      const valid = example(definitions, name, random);
      if (!isValid(valid)) unexplained.push(`the example is not valid: ${JSON.stringify(valid)}`);
      for (const value of [valid, mutate(valid, words, random)]) {
        const issues = issuesOf(name, value, version);
        const hard = issues.some(({ grade }) => grade === 'hard');
        const says = { hard, lost: hard || issues.some(({ grade }) => grade === 'salvaged') };
        compared += 1;
        refused += hard ? 1 : 0;
        lost += says.lost && !hard ? 1 : 0;
        // hard: receivers refuse the message. lost: the value does not match the schema.
        if (says.hard === isReadable(value)) unexplained.push(`hard: ${says.hard}, ${JSON.stringify(value)}`);
        if (says.lost !== isValid(value)) continue;
        if (!says.lost && isValidOrNull(value)) counts['null is an empty list'] += 1;
        else if (issues.some(({ message }) => message.endsWith('ignore type and read the rest')))
          counts['the tag decides the form'] += 1;
        else unexplained.push(`lost: ${says.lost}, ${JSON.stringify(value)}`);
      }
    }
    expect(unexplained.slice(0, 5)).toEqual([]);
  });
});

test('compared enough values, and enough of them were invalid', () => {
  expect(compared).toBeGreaterThan(250 * MUTATIONS); // half of them mutations
  expect(refused / compared).toBeGreaterThan(0.15);
  expect(lost / compared).toBeGreaterThan(0.03);
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
});

afterAll(() => {
  const lines = Object.entries(counts).map(([name, count]) => `  ${count} × ${name}: ${REASONS[name as Leniency]}`);
  process.stdout.write(
    `${compared} values compared, ${refused} refused, ${lost} read with a loss\n${lines.join('\n')}\n`,
  );
});

function issuesOf(name: string, value: unknown, version: Version): readonly Issue[] {
  const shape = tablesOf(version).definitions.get(name);
  if (!shape) throw new Error(`the tables lack ${name}`);
  const issues: Issue[] = [];
  explain(shape, value, '', { version, issues, boundary: undefined });
  if (hasNoIssues(shape, value) && issues.length > 0) throw new Error(`clean, with issues: ${JSON.stringify(value)}`);
  return issues;
}
