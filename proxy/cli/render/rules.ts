import type { Rule } from '#core/rules/engine/rule.ts';
import { table } from './table.ts';

/** The catalogue as a table, cut to `columns`. */
export const renderRules = (rules: readonly Rule[], columns?: number): string =>
  table(
    [
      ['RULE', 'GRADE', 'BINDS', 'VERSIONS', 'REQUIRES'],
      ...rules.map(({ id, grade, binds, versions, requires }) => [id, grade, binds, versions.join(', '), requires]),
    ],
    columns,
  );

/** One rule with its explanation and examples. */
export function renderRule({ id, grade, binds, versions, requires, source, peers, examples }: Rule): string {
  const lines = [
    id,
    '',
    requires,
    '',
    `grade     ${grade}`,
    `binds     ${binds === 'sender' ? 'the sender of the frame' : `the ${binds}`}`,
    `versions  ${versions.join(', ')}`,
    `source    ${source}`,
    `peers     ${peers}`,
    '',
    LEGEND,
    '',
    'broken by:',
    ...examples.breaks.flatMap(example),
    'kept by:',
    ...examples.keeps.flatMap(example),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const LEGEND = `In the examples > is a message of the client and < one of the agent: an id where it has one, then the method, ok or error.
| is a line as it stands, ! one of stderr, = an event, # a word on how it begins. Those without an initialize or # continue in session s.`;

/** A transcript, indented, followed by an empty line. */
const example = (transcript: string): readonly string[] => [
  ...transcript
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    ${line.trim()}`),
  '',
];
