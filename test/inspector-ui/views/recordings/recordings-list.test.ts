import { createElement } from 'preact';
import { describe, expect, test } from 'vitest';
import type { MarkVerb } from '#core/contract/marks.ts';
import { epochMs } from '#core/units.ts';
import { createKeptElements } from '../../../../inspector-ui/components/kept-elements.ts';
import { createRecordingMarks } from '../../../../inspector-ui/state/recordings/recording-marks.ts';
import { createLayout, PANES } from '../../../../inspector-ui/state/page/layout.ts';
import { toGroups } from '../../../../inspector-ui/views/recordings/recording-groups.ts';
import { toMissingRow, toRemovalRows } from '../../../../inspector-ui/views/recordings/removal-rows.ts';
import { fakeBackend, recording, settled } from '../../fakes.ts';

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour);
const now = epochMs(at(25).getTime());
const started = (id: string, day: number, more = {}) =>
  recording(id, { startedAt: at(day).toISOString(), cwd: '/a', ...more });

const LIST = [
  started('one', 25, { cwd: '/b', name: 'login hangs' }),
  started('two', 24),
  started('three', 24, { agent: null, command: ['/opt/codex-acp'] }),
  started('four', 20, { cwd: '/b' }),
];

const named = (grouping: Parameters<typeof toGroups>[1]) =>
  toGroups(LIST, grouping, now).map(({ label, recordings }) => [label, ...recordings.map(({ id }) => id)]);

describe('the groups of the list', () => {
  test('divide it by agent, folder, day and name, the group of the newest recording first', () => {
    expect(named('time')).toEqual([['', 'one', 'two', 'three', 'four']]);
    expect(named('agent')).toEqual([
      ['Gemini CLI', 'one', 'two', 'four'],
      ['codex-acp', 'three'],
    ]);
    expect(named('folder')).toEqual([
      ['/b', 'one', 'four'],
      ['/a', 'two', 'three'],
    ]);
    expect(named('day')).toEqual([
      ['Today', 'one'],
      ['Yesterday', 'two', 'three'],
      ['20 Nov', 'four'],
    ]);
    expect(named('name')).toEqual([
      ['login hangs', 'one'],
      ['Without a name', 'two', 'three', 'four'],
    ]);
  });

  test('have the year of another year, and no control characters', () => {
    const old = started('old', 20, { startedAt: '2024-03-05T12:00:00.000Z', cwd: '/a\u0007b\u202e' });
    expect(toGroups([old], 'day', now)[0]?.label).toBe('5 Mar 2024');
    const label = toGroups([old], 'folder', now)[0]?.label ?? '';
    expect([label.includes('\u0007'), label.includes('\u202e')]).toEqual([false, false]);
  });
});

test('elements of the list are made anew only where something changed', () => {
  const kept = createKeptElements();
  const made: string[] = [];
  const draw = (key: string, ...depends: unknown[]) =>
    kept(key, depends, () => (made.push(key), createElement('li', {})));
  const before = [draw('a', 1, undefined), draw('b', 1, undefined)];
  const after = [draw('a', 1, undefined), draw('b', 2, undefined)];
  expect([after[0] === before[0], after[1] === before[1], made]).toEqual([true, false, ['a', 'b', 'b']]);
});

test('a removed recording shows the time left, then none, and why it could not be removed', () => {
  const removal = {
    id: 'r',
    name: 'login\u0007',
    agent: null,
    command: ['x'],
    startedAt: at(24).toISOString(),
    until: now + 6500,
    problem: null,
  };
  const rowAt = (ms: number, more = {}) => toRemovalRows([{ ...removal, ...more }], epochMs(now + ms))[0];
  expect(rowAt(0)).toMatchObject({
    left: '7 s',
    isFailure: false,
    text: expect.stringMatching(/^Removed login.+, started 24 Nov 12:00$/),
  });
  expect(rowAt(6500)).toMatchObject({ left: '' });
  expect(rowAt(-3_600_000)).toMatchObject({ left: '10 s' }); // the clock of the browser is an hour late
  expect(rowAt(9000, { problem: 'the disk is full' })).toMatchObject({
    left: '',
    isFailure: true,
    text: expect.stringMatching(/could not be removed: the disk is full$/),
  });
  expect(rowAt(0, { name: null, command: ['/opt/codex-acp'] })?.title).toBe('codex-acp, started 24 Nov 12:00');
  const agent = { name: 'fake-agent', title: null, version: '1.1' };
  expect(rowAt(0, { name: null, agent })?.title).toBe('fake-agent 1.1, started 24 Nov 12:00'); // as its row has it
  expect(toMissingRow('r', [removal], true)).toMatchObject({ title: 'This recording was removed', canRestore: true });
  expect(toMissingRow('r', [], true)).toMatchObject({ title: 'This recording was removed', canRestore: false });
  expect(toMissingRow('r', [], false)).toMatchObject({ title: 'This recording is not here', canRestore: false });
});

describe('the layout', () => {
  const stored = (text: string | null) => {
    const written: string[] = [];
    return { written, layout: createLayout({ read: () => text, write: (next) => void written.push(next) }) };
  };

  test('is stored, and invalid values are ignored', () => {
    const { layout, written } = stored('{"grouping":"folder","recordings":99999,"detail":"wide","isListHidden":1}');
    expect(layout.layout.value).toEqual({ grouping: 'folder', recordings: PANES.recordings.most, isListHidden: false });
    layout.group('day');
    layout.toggleList();
    layout.reset(PANES.recordings);
    expect(written.map((text) => JSON.parse(text) as object).at(-1)).toEqual({ grouping: 'day', isListHidden: true });
    for (const text of [null, '', '[]', '{"grouping":"size"}'])
      expect(stored(text).layout.layout.value).toEqual({ grouping: 'time', isListHidden: false });
  });

  test('keeps widths within their limits, and stores a drag at its end', () => {
    const { layout, written } = stored(null);
    layout.resize(PANES.detail, 10);
    layout.resize(PANES.detail, 500.4);
    expect([layout.layout.value.detail, written]).toEqual([500, []]);
    layout.keep();
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ detail: 500 });
  });
});

describe('the last removal is restored', () => {
  const removal = (id: string) => ({
    id,
    name: null,
    agent: null,
    command: [],
    startedAt: '',
    until: 0,
    problem: null,
  });

  /** A page whose requests wait until the test answers them. */
  function removing() {
    const { backend, emit } = fakeBackend();
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const mark = (id: string, verb: MarkVerb) => {
      asked.push(`${verb.do} ${id}`);
      return new Promise<void>((answer) => void answers.push(answer));
    };
    const list = (...ids: readonly string[]) => emit({ kind: 'removals', recordings: ids.map(removal) });
    return { marks: createRecordingMarks({ ...backend, mark }), asked, answers, list };
  }

  test('each by a key of its own, although the answer to the key before is still to come', async () => {
    const { marks, asked, answers, list } = removing();
    list('a', 'b');
    const notices = [marks.restoreLast(), marks.restoreLast(), marks.restoreLast()];
    await settled();
    expect(asked).toEqual(['restore b', 'restore a']);
    for (const answer of answers) answer();
    expect(await Promise.all(notices)).toEqual(['Restored.', 'Restored.', 'No recording was removed just now.']);
    list();
    list('a', 'b');
    void marks.change('b', { do: 'restore' }); // by its button
    void marks.restoreLast();
    await settled();
    expect(asked.slice(2)).toEqual(['restore b', 'restore a']);
  });

  test('before the server reports the removal', async () => {
    const { marks, asked, answers, list } = removing();
    list('a');
    void marks.change('b', { do: 'remove' });
    void marks.restoreLast();
    await settled();
    expect(asked).toEqual(['remove b']);
    answers[0]?.();
    await settled();
    expect(asked).toEqual(['remove b', 'restore b']);
  });
});
