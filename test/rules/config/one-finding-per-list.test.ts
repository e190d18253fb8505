import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../judge-transcript.ts';
import { someOf } from '../../support/effort.ts';

const SOUND = [
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: 'ask',
    options: [
      { value: 'ask', name: 'Ask' },
      { value: 'code', name: 'Code' },
    ],
  },
  {
    id: 'model',
    name: 'Model',
    type: 'select',
    currentValue: 'b',
    options: [{ group: 'g', name: 'G', options: [{ value: 'b', name: 'B' }] }],
  },
];

const opened = (configOptions: unknown) =>
  `> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok ${JSON.stringify({ sessionId: 'c', configOptions })}`;
const updated = (configOptions: unknown) =>
  `< session/update ${JSON.stringify({ sessionId: 'c', update: { sessionUpdate: 'config_option_update', configOptions } })}`;
const set = (id: number, configId: string, value: string, configOptions: unknown) =>
  `> ${id} session/set_config_option ${JSON.stringify({ sessionId: 'c', configId, value })}\n< ${id} ok ${JSON.stringify({ configOptions })}`;
const SET_MODE = '> 9 session/set_mode {"sessionId":"c","modeId":"code"}\n< 9 ok {}';

/** The path of every member and item in a value. */
function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...path, name]);
}

type Holder = Record<string, unknown>;

/** Ways to break the value at a path. */
const MISTAKES: readonly ((holder: Holder, name: string) => unknown)[] = [
  (holder, name) => delete holder[name], // in a list, this leaves null
  (holder, name) => Object.assign(holder, { [`${name}s`]: holder[name], [name]: undefined }),
  (holder, name) => (holder[name] = 7),
  (holder, name) => (holder[name] = {}),
];

const garbled = someOf([...placesIn(SOUND)], 6).flatMap((path) =>
  MISTAKES.map((mistake) => {
    const list = structuredClone(SOUND);
    const holder = path.slice(0, -1).reduce<unknown>((each, name) => (each as Holder)[name], list);
    mistake(holder as Holder, path.at(-1) ?? '');
    return list;
  }),
);

describe('reports only schema findings for a broken list:', () => {
  test.each([
    ['when a session is opened', (list: unknown) => [opened(list), set(2, 'model', 'b', SOUND), SET_MODE]],
    ['when a value is chosen from it', (list: unknown) => [opened(list), set(2, 'mode', 'code', SOUND), SET_MODE]],
    ['in an update', (list: unknown) => [opened(SOUND), updated(list), set(2, 'mode', 'code', SOUND), SET_MODE]],
    [
      'in a response',
      (list: unknown) => [opened(SOUND), set(2, 'model', 'b', list), set(3, 'mode', 'code', list), SET_MODE],
    ],
  ])('%s', (_where, conversation) => {
    const reports = garbled.map((list) => findingsIn(conversation(list).join('\n')));
    const broken = reports.filter((report) => report.some((line) => line.startsWith('schema/')));
    expect(broken.length).toBeGreaterThan(garbled.length / 2);
    expect(broken.flat().filter((line) => !line.startsWith('schema/'))).toEqual([]);
  });

  test('but reports the same choices from valid lists', () => {
    const [mode, model] = SOUND;
    expect(findingsIn([opened([mode]), set(2, 'model', 'b', [model])].join('\n'))).toEqual([
      'config/option-was-offered error client',
    ]);
    expect(findingsIn([opened(SOUND), set(2, 'model', 'c', [mode])].join('\n'))).toEqual([
      'config/value-was-offered error client',
      'config/answer-lists-the-option-set warning agent',
    ]);
  });
});

test('judges a choice from a list that first came in an update', () => {
  expect(findingsIn([opened(undefined), updated(SOUND), set(2, 'model', 'c', SOUND)].join('\n'))).toEqual([
    'config/value-was-offered error client',
  ]);
});
