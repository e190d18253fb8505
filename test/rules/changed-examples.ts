import { catalogue } from '#core/rules/catalogue.ts';
import type { Rule } from '#core/rules/engine/rule.ts';
import { HANDSHAKE_AND_SESSION, judgeTranscript, wholeExample } from '../judge-transcript.ts';
import { digest } from '../support/changed-lines.ts';
import { LEFT_OUT } from '../support/effort.ts';
import { pathsIn } from '../support/paths-in.ts';
import { EXIT } from '#core/rules/examples/turn.ts';

/** The file with the expected verdicts. `npm run golden` writes it. */
export const CHANGED_EXAMPLES = 'test/rules/changed-examples.txt';

const HEADING = `# The verdict of each rule on its own examples after one line was changed. A word for each change:
#   without, twice, by the other side, in another session, in no session, with an error instead of a result,
#   with empty lists, late (two minutes), with a gap of the agent or the client before it, and the recording that ends after
#   the line.
# A character for each line: - not exercised, k kept, n note, w warning, e error, = as before the change,
# . the change does not apply. Two findings or more are upper case. Lines of the handshake stay.
# Then a word with a character for each member of all lines, which is missing, null, "", 0, {}, [] or "_other", one after
# the other; and a digest of all findings.
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
  (lines, at) => lines.toSpliced(at, 0, '= gap {"of":"agent","bytes":9}'),
  (lines, at) => lines.toSpliced(at, 0, '= gap {"of":"client","bytes":9}'),
  (lines, at) => [...lines.slice(0, at + 1), EXIT],
];

/** The verdicts of all rules, as text: on each `step`th example of a rule, beginning with the first. */
export const renderChangedExamples = (step = 1): string =>
  HEADING +
  catalogue
    .map((rule) => {
      const { breaks, keeps } = rule.examples;
      const verdicts = [...breaks, ...keeps].map((example, no) =>
        no % step === 0 ? verdictsOn(rule, example) : LEFT_OUT,
      );
      return `\n${rule.id}\n${verdicts.map((verdict) => `  ${verdict}\n`).join('')}`;
    })
    .join('');

function verdictsOn(rule: Rule, example: string): string {
  const lines = linesOf(wholeExample(example));
  const found: unknown[] = [];
  const verdict = (changed: readonly string[]) => verdictOf(rule, changed, found);
  const before = verdict(lines);
  const fixed = example === wholeExample(example) ? 0 : linesOf(HANDSHAKE_AND_SESSION).length;
  const isFixed = (line: string, at: number) =>
    at < fixed || line.startsWith('#') || / initialize | "[ab]" ok /.test(line);
  const after = (changed: readonly string[]) => {
    const verdictThen = verdict(changed);
    return verdictThen === before ? '=' : verdictThen;
  };
  const words = CHANGES.map((change) =>
    lines
      .map((line, at) => {
        if (isFixed(line, at)) return '';
        const changed = change(lines, at, line);
        return changed.length === lines.length && changed[at] === line ? '.' : after(changed);
      })
      .join(''),
  );
  const members = lines.flatMap((line, at) =>
    isFixed(line, at) ? [] : withMembersChanged(line).map((changed) => after(lines.with(at, changed))),
  );
  return [before, ...words, members.join('') || '.', digest(found)].join(' ');
}

/** Values that replace the value of a member. */
const OTHER_VALUES = [undefined, null, '', 0, {}, [], '_other'];

/** The line for each member of its JSON, with another value. */
function withMembersChanged(line: string): readonly string[] {
  const json = / (?:\\?\|)/.test(line) ? undefined : /(?<= )\{.*\}$/.exec(line)?.[0];
  if (json === undefined) return [];
  const value: unknown = JSON.parse(json);
  return [...pathsIn(value)].map((path, no) => {
    const changed = withMember(value, path, OTHER_VALUES[(line.length + no) % OTHER_VALUES.length]);
    return line.slice(0, line.length - json.length) + JSON.stringify(changed);
  });
}

function withMember(value: unknown, [name = '', ...rest]: readonly string[], put: unknown): unknown {
  const inner = rest.length === 0 ? put : withMember(Object(value)[name], rest, put);
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...Object(value), [name]: inner };
}

const withEmptyLists = (json: string) =>
  JSON.stringify(JSON.parse(json, (_, value: unknown) => (Array.isArray(value) ? [] : value)));

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One character. Adds the findings to `found`. */
function verdictOf(rule: Rule, lines: readonly string[], found: unknown[]): string {
  const { findings, occasions } = judgeTranscript([rule], lines.join('\n'));
  found.push(findings);
  const [first, ...more] = findings;
  if (first === undefined) return (occasions.get(rule.id)?.kept ?? 0) > 0 ? 'k' : '-';
  const grade = first.grade[0] ?? '';
  return more.length > 0 ? grade.toUpperCase() : grade;
}
