import { expect, test } from 'vitest';
import type { RunChange } from '#core/contract/changes.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { toChangeRow } from '../../../../inspector-ui/views/recordings/change-rows.ts';
import { recording } from '../../fakes.ts';

const found = (error: number, warning = 0, note = 0) => ({ findings: { error, warning, note } });
const run = (more: Partial<RecordingSummary>) => recording('now', more);
const before = (more: Partial<RecordingSummary>) => recording('before', more);
const change = (more: Partial<RunChange>): RunChange => ({
  recording: 'now',
  previous: 'before',
  firstChunk: null,
  gained: [],
  lost: [],
  ...more,
});
const rowOf = (now: object, previous: object, of?: Partial<RunChange>) =>
  toChangeRow(run(now), { previous: before(previous), change: of && change(of) });
const plainPart = (text: string) => ({ begin: '', text });
const firstChunk = (text: string) => ({ begin: 'first', text: `chunk ${text}` });

test('a run like the previous one has no badge, nor has a run without data', () => {
  expect(rowOf({}, {})).toBeUndefined();
  expect(rowOf({}, {}, { firstChunk: { before: 500_000, now: 900_000 } })).toBeUndefined(); // less than twice
  expect(rowOf({}, {}, { firstChunk: { before: 1000, now: 9000 } })).toBeUndefined(); // nobody feels that
  expect(rowOf({}, {}, { firstChunk: { before: 0, now: 900_000 } })).toBeUndefined();
});

test('the badge has the worst findings that differ, and leads to the comparison', () => {
  expect(rowOf(found(2, 1), found(0, 3))).toEqual({
    parts: [plainPart('+2 errors')],
    label: 'Against the previous run of this command:\n+2 errors, −2 warnings',
    isWorse: true,
    href: '#/r/now/compare?with=before',
  });
  expect(rowOf(found(0), found(1))).toMatchObject({ parts: [plainPart('−1 error')], isWorse: false });
  expect(rowOf(found(0, 0, 1), found(0))).toMatchObject({ parts: [plainPart('+1 note')], isWorse: false });
});

test('a live run may still get the findings that are missing', () => {
  expect(rowOf({ state: 'live', ...found(0) }, found(1))).toBeUndefined();
  expect(rowOf({ state: 'live', ...found(2) }, found(1))?.parts).toEqual([plainPart('+1 error')]);
  expect(rowOf(found(2), { state: 'live', ...found(1) })).toBeUndefined();
});

test('the badge has a first chunk that came later or earlier by a factor, and capabilities', () => {
  expect(rowOf({}, {}, { firstChunk: { before: 400_000, now: 1_200_000 } })).toMatchObject({
    parts: [firstChunk('3× slower')],
    label: expect.stringContaining('first chunk 3× slower: median 1.20 s, before 400 ms'),
    isWorse: true,
  });
  expect(rowOf({}, {}, { firstChunk: { before: 1_000_000, now: 400_000 } })).toMatchObject({
    parts: [firstChunk('2.5× faster')],
    isWorse: false,
  });
  const slower = { firstChunk: { before: 1000, now: 821_000 }, gained: ['agent loadSession'] };
  expect(rowOf(found(1), found(0), slower)).toMatchObject({
    parts: [plainPart('+1 error'), firstChunk('821× slower')],
    label: expect.stringMatching(/821× slower.*\nnew: agent loadSession$/),
  });
  expect(rowOf(found(0), found(1), { firstChunk: { before: 1000, now: 821_000 } })).toMatchObject({
    parts: [firstChunk('821× slower'), plainPart('−1 error')], // the worse part first
    isWorse: true,
  });
  const open = { side: 'client', method: 'session/prompt', id: '2', seq: 4, t: 0, session: null, heard: null } as const;
  expect(rowOf({ waiting: [open] }, {}, { firstChunk: { before: 1_000_000, now: 400_000 } })).toBeUndefined();
  expect(rowOf({}, {}, { gained: ['agent loadSession'], lost: ['agent a', 'client b'] })).toMatchObject({
    parts: [plainPart('+1 capability'), plainPart('−2 capabilities')],
    label: expect.stringContaining('lost: agent a, client b'),
    isWorse: false,
  });
});
