import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { found, wholeExample } from '../judge.ts';

/** What makes an update one of which nobody can say what it is about. */
const MISTAKES: readonly (readonly [string, (line: string) => string])[] = [
  ['without its session', (line) => line.replace('session/update {"sessionId"', 'session/update {"session_id"')],
  ['without its kind', (line) => line.replace('"sessionUpdate"', '"type"')],
  ['without the id of its tool call', (line) => line.replace(/("sessionUpdate":"tool_call\w*","toolCall)Id"/, '$1"')],
];

/** The examples that keep a rule, each with one of its updates spoilt. */
const spoilt = (examples: readonly string[], spoil: (line: string) => string): readonly string[] =>
  examples.flatMap((example) => {
    const lines = wholeExample(example).split('\n');
    return lines.flatMap((line, index) => {
      const wrong = / session\/update /.test(line) ? spoil(line) : line;
      return wrong === line ? [] : [lines.with(index, wrong).join('\n')];
    });
  });

const resting = catalogue.filter(({ restsOn }) => restsOn === 'updates');

describe.each(MISTAKES)('what an update %s would have told is not missing', (_what, spoil) => {
  test.each(resting.map((rule) => [rule.id, rule] as const))('%s', (id, { examples }) => {
    const reports = spoilt(examples.keeps, spoil).map((transcript) => found(transcript));
    expect(reports.filter((report) => !report.some((line) => line.startsWith('schema/')))).toEqual([]); // it is told
    expect(reports.flat().filter((line) => line.startsWith(id))).toEqual([]);
  });
});

test('there are such updates in the examples of most rules that rest on updates', () => {
  const exercised = resting.filter(({ examples }) =>
    MISTAKES.some(([, spoil]) => spoilt(examples.keeps, spoil).length > 0),
  );
  expect(exercised.length).toBeGreaterThan(resting.length * 0.8);
});

test('and is missing where every update can be read', () => {
  expect(
    found('< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t"}}'),
  ).toEqual(expect.arrayContaining(['tool-call/introduced-before-updated warning agent']));
});
