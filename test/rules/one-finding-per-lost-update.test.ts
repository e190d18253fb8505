import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import {
  END_TURN,
  EXIT,
  NEXT_END_TURN,
  NEXT_PROMPT,
  PROMPT,
  toolCall,
  toolCallUpdate,
} from '#core/rules/examples/turn.ts';
import { findingsIn, wholeExample } from '../judge-transcript.ts';

/** Ways to make an update unreadable. */
const MISTAKES: readonly (readonly [string, (line: string) => string])[] = [
  ['without its session', (line) => line.replace('session/update {"sessionId"', 'session/update {"session_id"')],
  ['without its kind', (line) => line.replace('"sessionUpdate"', '"type"')],
  ['without the id of its tool call', (line) => line.replace(/("sessionUpdate":"tool_call\w*","toolCall)Id"/, '$1"')],
];

/** The examples that keep a rule, each with one unreadable update. */
const spoilt = (examples: readonly string[], spoil: (line: string) => string): readonly string[] =>
  examples.flatMap((example) => {
    const lines = wholeExample(example).split('\n');
    return lines.flatMap((line, index) => {
      const wrong = / session\/update /.test(line) ? spoil(line) : line;
      return wrong === line ? [] : [lines.with(index, wrong).join('\n')];
    });
  });

const resting = catalogue.filter(({ restsOn }) => restsOn !== undefined);

describe.each(MISTAKES)('reports no missing update after one %s', (_what, spoil) => {
  test.each(resting.map((rule) => [rule.id, rule] as const))('%s', (id, { examples }) => {
    const reports = spoilt(examples.keeps, spoil).map((transcript) => findingsIn(transcript));
    expect(reports.filter((report) => !report.some((line) => line.startsWith('schema/')))).toEqual([]); // the unreadable update is reported
    expect(reports.flat().filter((line) => line.startsWith(id))).toEqual([]);
  });
});

test('has such updates in the examples of most rules that need updates', () => {
  const exercised = resting.filter(({ examples }) =>
    MISTAKES.some(([, spoil]) => spoilt(examples.keeps, spoil).length > 0),
  );
  expect(exercised.length).toBeGreaterThan(resting.length * 0.8);
});

const UNKNOWN = 'tool-call/introduced-before-updated warning agent';
const UNFINISHED = 'tool-call/finished-with-its-turn warning agent';
const NOT_OPEN = 'session/update-names-an-active-session warning agent';
const SCHEMA = 'schema/params-match error agent';
const NOT_JSON = 'framing/line-is-json error agent';

const EMPTY = '< session/update {"sessionId":"s","update":{}}';
/** Two mistakes: no session and no kind. */
const NAMELESS = '< session/update {"update":{}}';
const STRANGER =
  '< session/update {"sessionId":"x","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}';
const OPEN_OTHER = '> 20 session/new {"cwd":"/a","mcpServers":[]}\n< 20 ok {"sessionId":"other"}';
const OTHER_PROMPT = '> 21 session/prompt {"sessionId":"other","prompt":[{"type":"text","text":"Hi"}]}';
const done = toolCallUpdate({ status: 'completed' });

const lines = (...some: readonly string[]) => findingsIn(some.join('\n'));

describe('a lost update excuses no unrelated finding', () => {
  const withBefore = (line: string, example: string): string => {
    const whole = wholeExample(example).trimEnd().split('\n');
    return whole.toSpliced(-1, 0, line).join('\n');
  };
  const inAnother = '< session/update {"sessionId":"other","update":{}}';
  const ofAnotherKind = '< session/update {"update":{"sessionUpdate":"usage_update","used":1,"size":2}}';

  test.each(resting.map((rule) => [rule.id, rule] as const))('%s', (id, { examples }) => {
    for (const line of [inAnother, ofAnotherKind])
      for (const example of examples.breaks)
        expect(findingsIn(withBefore(line, example))).toContainEqual(expect.stringContaining(id));
  });

  test('reports an unknown session after an empty update of an open one', () => {
    expect(lines(PROMPT, EMPTY, STRANGER)).toEqual([SCHEMA, NOT_OPEN]);
  });

  test('excuses every unknown session after a subagent without its session', () => {
    const update = (members: string) => `< session/update {"sessionId":"s","update":{"sessionUpdate":${members}}}`;
    expect(lines(PROMPT, update('"subagent_update","title":"Search"'), STRANGER)).not.toContain(NOT_OPEN);
    expect(lines(PROMPT, update('"subagent_update","sessionId":"y","title":"Search"'), STRANGER)).toContain(NOT_OPEN);
  });

  test('reports an unknown tool call after a message without its session', () => {
    const message =
      '< session/update {"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}';
    expect(lines(PROMPT, message, done)).toEqual([SCHEMA, UNKNOWN]);
  });
});

describe('a lost update counts until the next work', () => {
  test('ends with the next prompt of its session', () => {
    expect(lines(PROMPT, EMPTY, done, END_TURN)).toEqual([SCHEMA]);
    expect(lines(PROMPT, EMPTY, END_TURN, done)).not.toContain(UNKNOWN);
    expect(lines(PROMPT, EMPTY, END_TURN, NEXT_PROMPT, done)).toEqual([SCHEMA, UNKNOWN]);
  });

  test('does not end with the prompt of another session', () => {
    expect(lines(OPEN_OTHER, PROMPT, EMPTY, OTHER_PROMPT, done)).toEqual([SCHEMA]);
  });

  test('does not end with a second prompt into the same work', () => {
    expect(lines(PROMPT, EMPTY, NEXT_PROMPT, done)).toEqual([SCHEMA, 'prompt/one-turn-at-a-time warning client']);
  });

  test('ends for all sessions with a prompt while nothing else runs, when it names no session', () => {
    expect(lines(PROMPT, NAMELESS, STRANGER)).toEqual([SCHEMA, SCHEMA]);
    expect(lines(PROMPT, NAMELESS, END_TURN, NEXT_PROMPT, STRANGER)).toEqual([SCHEMA, SCHEMA, NOT_OPEN]);
  });

  test('ends only in sessions with a new prompt while another turn runs', () => {
    const beside = [OPEN_OTHER, PROMPT, NAMELESS, OTHER_PROMPT];
    const inOther = done.replace('"sessionId":"s"', '"sessionId":"other"');
    expect(lines(...beside, inOther)).toEqual([SCHEMA, SCHEMA, UNKNOWN]);
    expect(lines(...beside, done, STRANGER)).toEqual([SCHEMA, SCHEMA]);
  });

  test('does not report a tool call with a lost end later', () => {
    expect(lines(PROMPT, toolCall(), EMPTY, END_TURN, NEXT_PROMPT, NEXT_END_TURN, EXIT)).toEqual([SCHEMA]);
    expect(lines(PROMPT, toolCall(), END_TURN, EMPTY, NEXT_PROMPT, NEXT_END_TURN, EXIT)).toEqual([SCHEMA]);
    expect(lines(PROMPT, EMPTY, END_TURN, NEXT_PROMPT, toolCall(), NEXT_END_TURN, EXIT)).toEqual([SCHEMA, UNFINISHED]);
  });

  test('excuses an unknown mode many turns later', () => {
    const setMode = '> 5 session/set_mode {"sessionId":"s","modeId":"code"}\n< 5 ok {}';
    expect(lines(setMode)).toEqual(['mode/mode-was-offered warning client']);
    expect(lines(EMPTY, PROMPT, END_TURN, setMode)).toEqual([SCHEMA]);
  });
});

describe('treats an invalid JSON line with an update as a lost update', () => {
  const cut = (text: string) => `< | ${text}`;
  const update = (rest: string) =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{${rest}`;

  test.each([
    ['cut short', update('"sessionUpdate":"tool_call","toolCallId":"t","title":"R')],
    ['cut before its id', update('"sessionUpdate":"tool_call","toolC')],
    ['cut before its kind', update('"sess')],
    [
      'without its session',
      '{"method":"session/update","params":{"update":{"sessionUpdate":"tool_call","toolCallId":"t"',
    ],
    [
      'run together with another',
      `${update('"sessionUpdate":"plan","entries":[]}}}')}${update('"sessionUpdate":"tool_call","toolCallId":"t","title":"R"}}}')}`,
    ],
  ])('excuses a tool call %s', (_how, text) => {
    expect(lines(PROMPT, cut(text), done, END_TURN, EXIT)).toEqual([NOT_JSON]);
  });

  test('excuses the missing end of a tool call', () => {
    const end = cut(update('"sessionUpdate":"tool_call_update","toolCallId":"t","status":"compl'));
    expect(lines(PROMPT, toolCall(), end, END_TURN, EXIT)).toEqual([NOT_JSON]);
  });

  test('excuses no other tool call', () => {
    const other = cut(update('"sessionUpdate":"tool_call","toolCallId":"u","title":"R'));
    expect(lines(PROMPT, other, done)).toEqual([NOT_JSON, UNKNOWN]);
    expect(lines(PROMPT, toolCall(), other, END_TURN, EXIT)).toEqual([NOT_JSON, UNFINISHED]);
  });

  test('does not treat a log line as an update', () => {
    expect(lines(PROMPT, cut('toolCallId: t'), done)).toEqual([NOT_JSON, UNKNOWN]);
  });
});

test('reports a missing update where every update is readable', () => {
  expect(lines(done)).toEqual([UNKNOWN]);
});
