import type { Rule } from '#core/rules/rule.ts';
import { table } from './table.ts';

/** The catalogue as a table, cut to `columns` where a terminal has no more. */
export const renderRules = (rules: readonly Rule[], columns?: number): string =>
  table(
    [
      ['RULE', 'GRADE', 'BINDS', 'VERSIONS', 'REQUIRES'],
      ...rules.map(({ id, grade, binds, versions, requires }) => [id, grade, binds, versions.join(', '), requires]),
    ],
    columns,
  );

/** One rule, explained with its examples. */
export function renderRule({ id, grade, binds, versions, requires, source, peers, examples }: Rule): string {
  const lines = [
    id,
    '',
    requires,
    '',
    `grade     ${grade}`,
    `binds     ${binds === 'sender' ? 'whoever sends the frame' : `the ${binds}`}`,
    `versions  ${versions.join(', ')}`,
    `source    ${source}`,
    `peers     ${peers}`,
    '',
    'broken by:',
    ...examples.breaks.flatMap(example),
    '',
    'kept by:',
    ...examples.keeps.flatMap(example),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** A transcript, indented; an empty line between two. `>` is the client, `<` the agent. */
const example = (transcript: string): readonly string[] => [
  ...transcript
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    ${line.trim()}`),
  '',
];
