import { globSync } from 'node:fs';
import { assert, asyncProperty, constantFrom, integer, record, subarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Entry } from '#core/wire/entry.ts';
import { readRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import {
  createTimeline,
  CONVERSATION,
  growingRecording,
  rows,
  libraryRecording,
  type RowOptions,
} from './library-recording.ts';
import { rounds } from '../support/effort.ts';

/** `3` for a raw frame, `message` for a group, indented by level. */
const shown = ({ group, level, seq }: TimelineRow): string => `${'  '.repeat(level)}${group?.kind ?? seq}`;

describe('the folded view', () => {
  test('has a row for each group, at the place of its first entry', async () => {
    const window = await rows(createTimeline(), libraryRecording(CONVERSATION));
    expect(window.rows.map(shown)).toEqual([
      'session',
      '  turn',
      '    message',
      '    file',
      '  turn',
      '    message',
      'noise',
    ]);
    expect(window).toMatchObject({ from: 0, total: 7, entries: 12, shown: 12 });
    expect(window.rows[1]).toMatchObject({
      seq: 2,
      method: 'session/prompt',
      pair: 7,
      groupNo: 1,
      group: {
        no: 1,
        title: 'Hi',
        status: 'end_turn',
        entries: 2,
        first: 2,
        last: 7,
        turn: 1,
        session: 's',
        parent: 0,
      },
    });
    expect(window.rows[2]?.group?.title).toBe('one two');
    expect(window.rows[6]?.group?.findings).toMatchObject({ worst: 'error' });
  });

  test('has the frames of opened groups, and nothing below collapsed ones', async () => {
    const recording = libraryRecording(CONVERSATION);
    const window = await rows(createTimeline(), recording, { opened: [2, 4, 99], collapsed: [1] });
    expect(window.rows.map(shown)).toEqual(['session', '  turn', '  turn', '    8', '    10', '    message', 'noise']);
    expect(window.rows.map(({ group }) => [group?.isOpened, group?.isCollapsed])).toEqual([
      [false, false],
      [false, true],
      [true, false],
      [undefined, undefined],
      [undefined, undefined],
      [false, false],
      [false, false],
    ]);
    const collapsed = await rows(createTimeline(), recording, { collapsed: [0] });
    expect(collapsed.rows.map(shown)).toEqual(['session', 'noise']);
  });

  test('with a filter has the groups with a match, and matching frames of opened groups', async () => {
    const window = await rows(createTimeline(), libraryRecording(CONVERSATION), { q: 'kind:response', opened: [1] });
    expect(window.rows.map(shown)).toEqual(['session', '  turn', '    7', '    file', '  turn']);
    expect(window).toMatchObject({ total: 5, entries: 12, shown: 4 });
  });

  test('indents the frames of a group whose own row is in another window', async () => {
    const window = await rows(createTimeline(), libraryRecording(CONVERSATION), { opened: [2], from: 3, count: 2 });
    expect(window.rows.map(shown)).toEqual(['      3', '      4']);
  });
});

describe('the raw view', () => {
  test('has every entry, and with a filter the matching ones', async () => {
    const recording = libraryRecording(CONVERSATION);
    const raw = await rows(createTimeline(), recording, { view: 'raw', from: 2, count: 3 });
    expect(raw.rows.map(shown)).toEqual(['2', '3', '4']);
    expect(raw.rows.map(({ groupNo }) => groupNo)).toEqual([1, 2, 2]);
    expect(raw).toMatchObject({ total: 12, shown: 12 });
    const some = await rows(createTimeline(), recording, { view: 'raw', q: 'method:fs/*', from: 1 });
    expect(some.rows.map(shown)).toEqual(['6']);
    expect(some).toMatchObject({ from: 1, total: 2, entries: 12, shown: 2 });
  });

  test('beyond its end is empty', async () => {
    const recording = libraryRecording(CONVERSATION);
    expect((await rows(createTimeline(), recording, { view: 'raw', from: 50 })).rows).toEqual([]);
    expect(await rows(createTimeline(), libraryRecording(''), { around: 3 })).toMatchObject({
      rows: [],
      index: -1,
      from: 0,
    });
  });
});

describe('the window around an entry', () => {
  const around = async (seq: number, asked: RowOptions) => {
    const window = await rows(createTimeline(), libraryRecording(CONVERSATION), { ...asked, around: seq, count: 3 });
    const row = window.rows[(window.index ?? 0) - window.from];
    return [window.from, window.rows.length, row && shown(row).trim(), row?.seq];
  };

  test.each<[string, RowOptions, number, readonly unknown[]]>([
    ['the entry', { view: 'raw' }, 6, [5, 3, '6', 6]],
    ['the first one, at the beginning', { view: 'raw' }, 0, [0, 3, '0', 0]],
    ['the last one, at the end', { view: 'raw' }, 11, [9, 3, '11', 11]],
    ['its group', {}, 6, [2, 3, 'file', 5]],
    ['its frame in an opened group', { opened: [2] }, 4, [3, 3, '4', 4]],
    ['the turn that hides it', { collapsed: [1] }, 4, [0, 3, 'turn', 2]],
    ['the session that hides its turn', { collapsed: [0, 1] }, 4, [0, 2, 'session', 0]],
    ['the next one that the filter lets through', { view: 'raw', q: 'kind:request' }, 6, [1, 3, '8', 8]],
    ['the last one that the filter lets through', { view: 'raw', q: 'kind:request' }, 11, [1, 3, '8', 8]],
    ['the group of the next one', { q: 'kind:request' }, 3, [1, 3, 'file', 5]],
    [
      'the one after a hidden turn that the filter hides',
      { q: 'method:fs/*', collapsed: [1] },
      5,
      [0, 0, undefined, undefined],
    ],
  ])('contains %s', async (_, asked, seq, expected) => {
    expect(await around(seq, asked)).toEqual(expected);
  });
});

describe('windows', () => {
  const files = globSync('recordings/real/*/{multi,concurrent,load}.acp.jsonl');
  test.each(files)('of %s, joined, equal the whole list, which has every entry', async (file) => {
    const { recording, append } = growingRecording();
    const entries: Entry[] = [];
    for await (const entry of (await readRecordingFile(file)).entries) entries.push(entry);
    append(entries);
    const timeline = createTimeline();
    const count = recording.store.read.timeline.groupCount(recording.no);
    const every = Array.from({ length: count }, (_, no) => no);
    const choice = record({
      view: constantFrom('raw' as const, 'folded' as const),
      q: constantFrom('', 'kind:notification', 'from:client', '-update:agent_*'),
      opened: subarray(every),
      collapsed: subarray(every, { maxLength: 3 }),
    });
    await assert(
      asyncProperty(choice, integer({ min: 1, max: 40 }), async (asked, size) => {
        const whole = await rows(timeline, recording, asked);
        expect(whole.rows).toHaveLength(whole.total);
        const pieces: TimelineRow[] = [];
        for (let from = 0; from < whole.total; from += size)
          pieces.push(...(await rows(timeline, recording, { ...asked, from, count: size })).rows);
        expect(pieces).toEqual(whole.rows);
      }),
      { numRuns: rounds(4, 25) },
    );
    const opened = await rows(timeline, recording, { opened: every });
    const raw = await rows(timeline, recording, { view: 'raw' });
    const frames = opened.rows.filter(({ group }) => !group).map(({ seq }) => seq);
    expect(frames.toSorted((one, other) => one - other)).toEqual(raw.rows.map(({ seq }) => seq));
  });
});
