import { describe, expect, test } from 'vitest';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { levelOf, parseMatch } from '../../proxy/replay/matching/levels.ts';
import { matchLevelBetween } from '../../proxy/replay/matching/match.ts';
import { IDENTITY } from '../../proxy/replay/matching/normalise.ts';
import type { ReplayReport } from '../../proxy/replay/model/replay-report.ts';
import { fixtureOptions } from '../../proxy/replay/options.ts';
import { isFailure } from '../../proxy/replay/report/is-failure.ts';

describe('the header of a fixture', () => {
  const options = (replay: unknown) => fixtureOptions({ extra: JSON.stringify({ other: 1, replay }) });

  test('can set options of the replay', () => {
    const replay = {
      match: { 'session/prompt': 'normalised' },
      onDivergence: 'follow',
      speed: 4,
      maxGap: 0,
      settleAfterNew: 100,
      timeout: 5000,
      strict: true,
      mapText: true,
      dropGated: false,
    };
    expect(options(replay)).toEqual(replay);
    expect(fixtureOptions({})).toEqual({});
    expect(fixtureOptions({ extra: '{"other":1}' })).toEqual({});
  });

  test.each([
    ['yes', 'is "yes", not an object of options'],
    [null, 'is null, not an object of options'],
    [
      { mach: {} },
      'has no option "mach": there are onDivergence, match, speed, maxGap, settleAfterNew, timeout, strict, mapText, dropGated',
    ],
    [{ toString: 1 }, 'has no option "toString": there are onDivergence,'],
    [{ speed: 0 }, 'has 0 for "speed", not "instant", "recorded" or a factor'],
    [{ speed: 'fast' }, 'has "fast" for "speed"'],
    [{ timeout: -1 }, 'has -1 for "timeout", not milliseconds'],
    [{ strict: 1 }, 'has 1 for "strict", not true or false'],
    [{ onDivergence: 'branch' }, 'has "branch" for "onDivergence", not "fail" or "follow"'],
    [
      { match: { 'session/prompt': 'normalized' } },
      'has {"session/prompt":"normalized"} for "match", not an object of methods with "method", "normalised" or "exact"',
    ],
    [{ match: ['exact'] }, 'has ["exact"] for "match"'],
  ])('is refused with %j', (replay, message) => {
    expect(() => options(replay)).toThrow(`"replay" in the header of the recording ${message}`);
  });
});

describe('a match level', () => {
  test('is read from the command line', () => {
    expect(parseMatch('session/prompt=exact')).toEqual({ 'session/prompt': 'exact' });
  });

  test.each(['session/prompt', 'session/prompt=', '=exact', 'a=b=exact', 'session/prompt=Exact'])(
    'refuses %s',
    (text) => {
      expect(() => parseMatch(text)).toThrow(
        `${JSON.stringify(text)} is not METHOD=LEVEL: the levels are method, normalised and exact, as in session/prompt=normalised`,
      );
    },
  );

  test.each([
    ['session/prompt', 'method'],
    ['session/new', 'method'],
    ['initialize', 'method'],
    ['authenticate', 'normalised'],
    ['session/set_mode', 'normalised'],
    ['session/set_config_option', 'normalised'],
    ['session/list', 'normalised'],
    ['session/request_permission', 'normalised'],
    ['fs/read_text_file', 'method'],
    ['_vendor/anything', 'method'],
    ['toString', 'method'],
  ])('of %s is %s by default', (method, level) => {
    expect(levelOf(method, {})).toBe(level);
    expect(levelOf(method, { [method]: 'exact' })).toBe('exact');
  });

  test.each([
    ['the same in another order', 'session/prompt', { a: 1, b: [2] }, { b: [2], a: 1 }, 'exact'],
    ['other _meta', 'session/set_mode', { modeId: 'a', _meta: { traceparent: 1 } }, { modeId: 'a' }, 'normalised'],
    ['other _meta below', '_x', { a: { _meta: 1 } }, { a: { _meta: 2 } }, 'normalised'],
    [
      'other servers',
      'session/new',
      { cwd: '/a', mcpServers: [{ name: 'x' }] },
      { cwd: '/a', mcpServers: [] },
      'normalised',
    ],
    [
      'another client',
      'initialize',
      { protocolVersion: 1, clientInfo: { name: 'a' } },
      { protocolVersion: 1 },
      'normalised',
    ],
    ['another value', 'session/set_mode', { modeId: 'a' }, { modeId: 'b' }, 'method'],
    ['another value for servers elsewhere', '_x', { mcpServers: 1 }, { mcpServers: 2 }, 'method'],
    ['no params', '_x', undefined, undefined, 'exact'],
    ['any secret where one was redacted', '_x', { key: '[redacted-1]', n: 1 }, { key: 'sk-1', n: 1 }, 'exact'],
    ['a number where one was redacted', '_x', { pin: '[redacted-1]' }, { pin: 4711 }, 'exact'],
    ['nothing where a secret was redacted', '_x', { key: '[redacted-1]' }, {}, 'method'],
    ['a list where a secret was redacted', '_x', { key: '[redacted-1]' }, { key: ['a'] }, 'method'],
    ['a secret among words', '_x', ['say [redacted-2]!'], ['say hunter2!'], 'exact'],
    ['an empty text for a secret among words', '_x', ['say [redacted-2]!'], ['say !'], 'exact'],
    ['a secret among other words', '_x', ['say [redacted-2]!'], ['tell hunter2!'], 'method'],
    ['a secret after which words are missing', '_x', ['a[redacted-2]a'], ['a'], 'method'],
    ['two secrets, each in its place', '_x', ['a[redacted-1]b[redacted-2]b'], ['a1b2b'], 'exact'],
    ['two secrets with too little between them', '_x', ['a[redacted-1]b[redacted-2]b'], ['a12b'], 'method'],
    [
      'a secret in a prompt with other blocks',
      'session/prompt',
      {
        prompt: [
          { type: 'text', text: 'my key is [redacted-1],' },
          { type: 'text', text: 'use it' },
        ],
      },
      { prompt: [{ type: 'text', text: 'my  key is hunter2, use it' }] },
      'normalised',
    ],
    ['params instead of none', '_x', undefined, {}, 'method'],
  ] as const)('%s is that of %s', (_what, method, recorded, live, level) => {
    expect(matchLevelBetween(method, recorded, live, IDENTITY)).toBe(level);
  });
});

test.each([
  ['complete', 'fail', false, false],
  ['complete', 'fail', true, false],
  ['incomplete', 'fail', false, false],
  ['incomplete', 'fail', true, true],
  ['incomplete', 'follow', true, true],
  ['diverged', 'fail', false, true],
  ['diverged', 'follow', false, false],
] as const)('a replay that is %s under %s, strict %s: a failure %s', (outcome, onDivergence, strict, failed) => {
  expect(isFailure({ outcome } as ReplayReport, { onDivergence, strict })).toBe(failed);
});

describe('an option of replayAgent', () => {
  test.each([
    ['onDivergance', ': did you mean onDivergence?'],
    ['settle_after_new', ': did you mean settleAfterNew?'],
    ['onstderr', ': did you mean onStderr?'],
    ['retries', ': there are onDivergence, match, speed, '],
  ])('cannot have the name %s', (name, hint) => {
    expect(() => replayAgent([], { [name]: 1 })).toThrow(`replayAgent has no option "${name}"${hint}`);
  });

  test('cannot set the level of a misspelt method, which would change nothing', () => {
    const wrong = { 'session/promt': 'normalised' } as const;
    expect(() => replayAgent([], { match: wrong })).toThrow(
      '"match" has \'session/promt\', which is not a method of ACP: did you mean session/prompt?',
    );
    expect(() => parseMatch('session/promt=exact')).toThrow('"session/promt" is not a method of ACP: did you mean');
    expect(parseMatch('_own/method=exact')).toEqual({ '_own/method': 'exact' });
  });
});
