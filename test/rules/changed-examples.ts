import { catalogue } from '#core/rules/catalogue.ts';
import type { Rule } from '#core/rules/engine/rule.ts';
import { HANDSHAKE_AND_SESSION, judgeTranscript, wholeExample } from '../judge-transcript.ts';
import { EXIT } from '#core/rules/examples/turn.ts';

/** The file with the expected verdicts. `npm run golden` writes it. */
export const CHANGED_EXAMPLES = 'test/rules/changed-examples.txt';

const HEADING = `# The verdict of each rule on its own examples after one line was changed. A word for each change:
#   without, twice, by the other side, in another session, in no session, with an error instead of a result,
#   with empty lists, late (two minutes), and the recording that ends after the line.
# A character for each line: - not exercised, k kept, n note, w warning, e error, = as before the change,
# . the change does not apply. Two findings or more are upper case. Lines of the handshake stay.
`;

type Change = (lines: readonly string[], at: number, line: string) => readonly string[];

const replaced =
  (change: (line: string) => string): Change =>
  (lines, at, line) =>
    lines.with(at, change(line));

const CHANGES: readonly Change[] = [
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at, line) => lines.toSpliced(at, 0, line),
  replaced((line) => line.replace(/(?<=^(?:@\d+ +)?)[<>]/, (side) => (side === '<' ? '>' : '<'))),
  replaced((line) => line.replace('"sessionId":"s"', '"sessionId":"other"')),
  replaced((line) => line.replace(/"sessionId":"s",?/, '')),
  replaced((line) => line.replace(/ ok .*$/, ' error {"code":-32603,"message":"no"}')),
  replaced((line) => (/[<>] \\?\|/.test(line) ? line : line.replace(/(?<= )\{.*\}$/, withEmptyLists))),
  replaced((line) => (line.startsWith('@') ? line : `@120000000 ${line}`)),
  (lines, at) => [...lines.slice(0, at + 1), EXIT],
];

/** The verdicts of all rules, as text. */
export const renderChangedExamples = (): string =>
  HEADING +
  catalogue
    .map((rule) => {
      const { breaks, keeps } = rule.examples;
      return `\n${rule.id}\n${[...breaks, ...keeps].map((example) => `  ${verdictsOn(rule, example)}\n`).join('')}`;
    })
    .join('');

function verdictsOn(rule: Rule, example: string): string {
  const lines = linesOf(wholeExample(example));
  const before = verdict(rule, lines);
  const fixed = example === wholeExample(example) ? 0 : linesOf(HANDSHAKE_AND_SESSION).length;
  const words = CHANGES.map((change) =>
    lines
      .map((line, at) => {
        if (at < fixed || line.startsWith('#') || / initialize | "[ab]" ok /.test(line)) return '';
        const changed = change(lines, at, line);
        if (changed.length === lines.length && changed[at] === line) return '.';
        const after = verdict(rule, changed);
        return after === before ? '=' : after;
      })
      .join(''),
  );
  return [before, ...words].join(' ');
}

const withEmptyLists = (json: string) =>
  JSON.stringify(JSON.parse(json, (_, value: unknown) => (Array.isArray(value) ? [] : value)));

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function verdict(rule: Rule, lines: readonly string[]): string {
  const { findings, occasions } = judgeTranscript([rule], lines.join('\n'));
  const [first, ...more] = findings;
  if (first === undefined) return (occasions.get(rule.id)?.kept ?? 0) > 0 ? 'k' : '-';
  const grade = first.grade[0] ?? '';
  return more.length > 0 ? grade.toUpperCase() : grade;
}
