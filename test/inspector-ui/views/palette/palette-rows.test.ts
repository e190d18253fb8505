import { expect, test } from 'vitest';
import { MAX_TURNS, type TurnRow } from '#core/model/group.ts';
import { epochMs } from '#core/units.ts';
import { KEYS } from '../../../../inspector-ui/state/page/commands.ts';
import { toCopyRows, toSaveRows } from '../../../../inspector-ui/views/copy/copy-rows.ts';
import { VIEW_NAMES } from '../../../../inspector-ui/state/page/route.ts';
import {
  searchPalette,
  toPaletteItems,
  type PaletteContext,
} from '../../../../inspector-ui/views/palette/palette-rows.ts';
import { readTurns } from '../../../../inspector-ui/views/palette/read-turns.ts';
import { recording } from '../../fakes.ts';

const turn = (number: number, title: string) => ({
  number,
  session: 's',
  group: number,
  first: number * 10,
  last: null,
  t: 0,
  until: null,
  outcome: null,
  title,
});
const NOW = epochMs(0);
const turns = [turn(1, 'Fix the helpful greeting'), turn(2, 'Undo it')];
const recordings = [recording('a', { name: 'nightly' }), recording('b', { cwd: '/work/shop' })];
const ALL: PaletteContext = {
  hasServer: true,
  isOpen: true,
  isLive: true,
  isFiltered: false,
  changeable: undefined,
  previous: undefined,
};
const items = toPaletteItems(ALL, turns, recordings, NOW);
const THEMES = ['theme-system', 'theme-light', 'theme-dark'];
const ORDERS = ['time', 'agent', 'folder', 'day', 'name'].map((each) => `grouping-${each}`);
const ids = (context: Partial<typeof ALL>) => toPaletteItems({ ...ALL, ...context }, [], [], NOW).map(({ id }) => id);
const found = (query: string) => searchPalette(items, query).map(({ id }) => id);

test('offers each command of the table of keys once, with all its keys', () => {
  const commands = new Set(KEYS.flatMap(({ lines }) => lines.map(({ command }) => command)));
  commands.delete('palette');
  const others = ids({}).filter((id) => !id.startsWith('share-'));
  expect(others.toSorted()).toEqual([...commands, 'open-file', ...ORDERS, ...THEMES].toSorted());
  expect(items.find(({ id }) => id === 'down')).toMatchObject({ label: 'next row', keys: ['j', '↓'] });
});

test('offers places first: the views, then the turns', () => {
  expect(items.slice(0, VIEW_NAMES.length).map(({ id }) => id)).toEqual(VIEW_NAMES.map((view) => `view-${view}`));
  expect(items.filter(({ id }) => /^(turn|down)/.test(id)).map(({ id }) => id)).toEqual(['turn-1', 'turn-2', 'down']);
});

test('offers only what can do something here', () => {
  expect(ids({ isLive: false })).not.toContain('release');
  expect(ids({ hasServer: false })).not.toContain('newest');
  expect(ids({ hasServer: false })).not.toContain('grouping-day');
  expect(ids({ isFiltered: true })).toContain('show-all');
  expect(ids({ isOpen: false })).toEqual([
    'search',
    'newest',
    'list',
    'restore',
    'help',
    'open-file',
    ...ORDERS,
    ...THEMES,
  ]);
  expect(ids({ hasServer: false, isOpen: false })).toContain('open-file');
});

test('offers the changes of an open recording where the page may change it', () => {
  const changes = (of: Parameters<typeof recording>[1]) =>
    toPaletteItems({ ...ALL, changeable: recording('a', of) }, [], [], NOW)
      .filter(({ target }) => target.kind === 'change')
      .map(({ label }) => label);
  const always = ['name this recording', 'comment on this recording'];
  expect(changes({ state: 'ended' })).toEqual(['pin this recording', ...always, 'remove this recording']);
  expect(changes({ state: 'live', pinned: true })).toEqual(['unpin this recording', ...always]);
});

test('offers each form of the dialog for copies and files, and the previous run where there is one', () => {
  const shares = (context: Partial<typeof ALL>) => ids(context).filter((id) => id.startsWith('share-'));
  const rows = [...toSaveRows({ hasServer: true }, undefined), ...toCopyRows({ seq: undefined }, undefined)];
  expect(shares({})).toEqual(rows.map(({ key }) => `share-${key}`));
  expect(shares({ hasServer: false })).not.toContain('share-h');
  expect(shares({ isOpen: false })).toEqual([]);
  expect(
    toPaletteItems({ ...ALL, previous: 'b' }, [], [], NOW).find(({ id }) => id === 'compare-previous'),
  ).toMatchObject({
    label: 'compare with the previous run',
    target: { kind: 'compare', with: 'b' },
  });
});

test.each([
  ['help', 'a word of a prompt', 'turn-1'],
  ['TURN 2', 'two words of a label, in capitals', 'turn-2'],
  ['nightly', 'the given name of a recording', 'recording-a'],
  ['shop', 'the folder of a recording, which its line does not show', 'recording-b'],
  ['stats', 'the title of a view', 'view-stats'],
  ['dark', 'a theme', 'theme-dark'],
  ['save', 'the forms that go into a file', 'share-s'],
  ['share', 'another word for a command', 'copy-as'],
  ['html', 'the name of a form on the command line', 'share-h'],
  ['fixture', 'a form with its test', 'share-x'],
  ['export markdown', 'a form to copy', 'share-i'],
  ['open file', 'the words of a button', 'open-file'],
  ['redacted', 'what is masked, not the exact copy', 'share-s'],
  ['undo delete', 'what takes a removal back', 'restore'],
  ['group by agent', 'an order of the recordings', 'grouping-agent'],
])('%s finds %s', (query, _what, first) => {
  expect(found(query)[0]).toBe(first);
});

test('finds nothing when one of the words is nowhere, and everything without a word', () => {
  expect(found('undo zebra')).toEqual([]);
  expect(found('  ')).toHaveLength(items.length);
});

test('reads all turns of a recording, part by part, the last ones first', async () => {
  const all = Array.from({ length: 2 * MAX_TURNS + 5 }, (_, no) => turn(no + 1, ''));
  let read: readonly TurnRow[] = [];
  const backend = {
    turns: async (_: string, __: AbortSignal, to = Number.POSITIVE_INFINITY) =>
      all.filter(({ first }) => first <= to).slice(-MAX_TURNS),
  };
  const sizes: number[] = [];
  await readTurns(backend, 'r', new AbortController().signal, (earlier) => {
    sizes.push(earlier.length);
    read = [...earlier, ...read];
  });
  expect([sizes, read]).toEqual([[MAX_TURNS, MAX_TURNS, 5], all]);
});
