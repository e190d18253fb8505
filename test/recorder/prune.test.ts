import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { removeUnfinished } from '../../proxy/cli/recordings/remove-unfinished.ts';
import { folderSize } from '../../proxy/recorder/folder-size.ts';
import { keepRules, readSettings } from '../../proxy/recorder/keep-settings.ts';
import { planPruning, prune, pruneAll, sizeOfAll } from '../../proxy/recorder/prune.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import type { Prunable } from '../../proxy/store/read/prunable.ts';
import { openStore } from '../../proxy/store/store.ts';
import { query } from '../support/database.ts';
import { temporaryFolder } from '../support/folders.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;

const aged = (id: string, days: number, more: Partial<Prunable> = {}): Prunable => ({
  no: 1,
  id,
  name: null,
  command: ['agent'],
  startedAt: NOW - days * DAY_MS,
  since: NOW - days * DAY_MS,
  size: 100,
  findings: { error: 0, warning: 0, note: 0 },
  ...more,
});

const planned = (
  recordings: readonly Prunable[],
  rules: Parameters<typeof planPruning>[1],
  used = 1000,
  spools = 0,
) => {
  const { tooOld, tooMuch } = planPruning(recordings, rules, { used, spools }, NOW);
  return [tooOld, tooMuch].map((part) => part.map(({ id }) => id));
};

const THREE = [aged('a', 50), aged('b', 31), aged('c', 5), aged('d', 0.9)];

test.each([
  ['without a rule nothing goes', {}, [[], []]],
  ['older recordings are removed', { olderThanMs: 30 * DAY_MS }, [['a', 'b'], []]],
  ['recordings younger than a day stay under any rule', { olderThanMs: 0 }, [['a', 'b', 'c'], []]],
  ['the oldest go until the rest is small enough', { maxBytes: 850 }, [[], ['a', 'b']]],
  ['recordings that are too old count for the size', { olderThanMs: 40 * DAY_MS, maxBytes: 850 }, [['a'], ['b']]],
  ['nothing is removed below the size', { maxBytes: 1000 }, [[], []]],
  ['recordings younger than a day stay at any size', { maxBytes: 0 }, [[], ['a', 'b', 'c']]],
])('%s', (_name, rules, ids) => expect(planned(THREE, rules)).toEqual(ids));

test('recordings with findings of the grade or a worse one stay', () => {
  const graded = (['error', 'warning', 'note'] as const).map((grade) =>
    aged(grade, 50, { findings: { error: 0, warning: 0, note: 0, [grade]: 1 } }),
  );
  const gone = (keepGrade?: 'error' | 'warning' | 'note') => planned(graded, { olderThanMs: DAY_MS, keepGrade })[0];
  expect(gone()).toEqual(['error', 'warning', 'note']);
  expect(gone('error')).toEqual(['warning', 'note']);
  expect(gone('warning')).toEqual(['note']);
  expect(gone('note')).toEqual([]);
});

test('a spool folder above the size limit removes no recording', () => {
  expect(planned(THREE, { maxBytes: 500 }, 1000, 600)).toEqual([[], []]);
});

function opened(path = join(temporaryFolder(), 'acptap.db')) {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return { store, spool: join(path, '..', 'spool') };
}

/** Imports a recording of some kilobytes that ended long ago. */
async function old(store: ReturnType<typeof openStore>, id: string, days: number) {
  const startedAt = epochMs(Date.now() - days * DAY_MS);
  const { no } = await importFile(store, recordingFile(`> 1 _${id} "${id.repeat(20_000)}"`, { id, startedAt }));
  query(store.path, `UPDATE recording SET imported_at = NULL WHERE id = '${id}'`);
  return no;
}

const idsIn = (store: ReturnType<typeof openStore>) =>
  store.read
    .recordings()
    .map(({ summary }) => summary.id)
    .toSorted();

test('never removes live, marked or just imported recordings', async () => {
  const { store, spool } = opened();
  for (const id of ['pin', 'name', 'comment', 'live', 'run', 'none']) await old(store, id, 50);
  const noOf = (id: string) => store.read.find(id)[0]?.no ?? 0;
  store.write.pin(noOf('pin'), true);
  store.write.rename(noOf('name'), 'mine');
  store.write.addComment(noOf('comment'), 'why');
  query(store.path, `UPDATE recording SET state = 'live' WHERE id = 'live'`);
  query(store.path, `UPDATE recording SET name = 'of settings' WHERE id = 'run'`);
  const { no } = await importFile(store, recordingFile('> 1 _a', { id: 'just', startedAt: epochMs(0) }));
  expect(store.read.summary(no)?.startedAt).toBe('1970-01-01T00:00:00.000Z');
  await pruneAll(store, spool, { olderThanMs: 0, maxBytes: 0 });
  expect(idsIn(store)).toEqual(['comment', 'just', 'live', 'name', 'pin']);
  store.write.pin(noOf('pin'), false);
  store.write.rename(noOf('name'), null);
  store.write.removeComment(noOf('comment'), 0, 'why');
  await pruneAll(store, spool, { olderThanMs: 0 });
  expect(idsIn(store)).toEqual(['just', 'live']);
});

test('removes as few recordings as possible, the oldest first, with all their rows', async () => {
  const { store, spool } = opened();
  for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) await old(store, id, 50 - index);
  const before = folderSize(store, spool).used;
  await pruneAll(store, spool, { maxBytes: before - 15_000 });
  expect(idsIn(store)).toEqual(['b', 'c', 'd']);
  expect(folderSize(store, spool).used).toBeLessThanOrEqual(before - 15_000);
  for (const table of ['entry', 'message', 'grp'])
    expect(query(store.path, `SELECT count(*) AS n FROM ${table}`)).toEqual([{ n: 3 }]);
  expect(query(store.path, `SELECT text FROM name WHERE text LIKE '\\_%' ESCAPE '\\' ORDER BY text`)).toEqual(
    ['_b', '_c', '_d'].map((text) => ({ text })),
  );
});

test.each([
  [2_000_000_000, false],
  [2_000_000_001, true],
])('a data folder with a database of %d bytes is large: %s', (used, isLarge) => {
  const read = { pages: () => ({ used, free: 0 }) };
  expect(folderSize({ read }, join(temporaryFolder(), 'none'))).toMatchObject({ used, isLarge });
});

test('the sizes of small recordings add up to about what removing them frees', async () => {
  const { store, spool } = opened();
  for (let index = 0; index < 20; index++)
    await importFile(store, recordingFile('> 1 _a\n< 1 ok {}', { id: `small-${index}`, startedAt: epochMs(0) }));
  query(store.path, 'UPDATE recording SET imported_at = NULL');
  const plan = planPruning(store.read.prunable(), { olderThanMs: 0 }, folderSize(store, spool), Date.now());
  const estimate = sizeOfAll(plan.tooOld);
  expect(store.read.recordings().reduce((sum, { summary }) => sum + (summary.size ?? 0), 0)).toBe(estimate);
  const before = folderSize(store, spool).used;
  expect(await prune(store, spool, plan)).toHaveLength(20);
  const freed = before - folderSize(store, spool).used;
  expect(Math.abs(estimate - freed) / freed).toBeLessThan(0.25);
});

test('a recording that is marked after the plan was made stays', async () => {
  const { store, spool } = opened();
  await old(store, 'a', 50);
  await old(store, 'b', 49);
  const plan = planPruning(store.read.prunable(), { olderThanMs: DAY_MS }, folderSize(store, spool), Date.now());
  store.write.addComment(store.read.find('a')[0]?.no ?? 0, 'wait');
  expect((await prune(store, spool, plan)).map(({ id }) => id)).toEqual(['b']);
  expect(idsIn(store)).toEqual(['a']);
});

test('stops when something is recorded', async () => {
  const { store, spool } = opened();
  await old(store, 'a', 50);
  mkdirSync(spool);
  const shim = identify(process.pid);
  const header = { 'acptap-spool': 1, id: 'now', startedAt: 1, command: ['agent'], cwd: '/', shim };
  writeFileSync(join(spool, 'now.spool'), `${JSON.stringify(header)}\n`);
  await pruneAll(store, spool, { olderThanMs: 0 });
  expect(idsIn(store)).toEqual(['a']);
});

/** A store where this process's parent begins to record when the live recordings are read once more than `looks` times. */
function recordedAfter(looks: number, store: ReturnType<typeof openStore>) {
  const now = { id: 'now', no: 99, recorder: JSON.stringify(identify(process.ppid)) };
  let count = 0;
  return { ...store, read: { ...store.read, live: () => (count++ < looks ? [] : [now]) } };
}

test('stops within a recording when an agent starts, and continues when it has ended', async () => {
  const { store, spool } = opened();
  const startedAt = epochMs(0);
  for (const [id, frames] of [
    ['small', 1],
    ['large', 5000],
    ['next', 1],
  ] as const) {
    await importFile(store, recordingFile('> _n\n'.repeat(frames), { id, startedAt }));
    query(store.path, `UPDATE recording SET imported_at = NULL, ended_at = no WHERE id = '${id}'`);
  }
  const plan = planPruning(store.read.prunable(), { olderThanMs: 0 }, folderSize(store, spool), Date.now());
  const removed = await prune(recordedAfter(3, store), spool, plan);
  expect(removed.map(({ id }) => id)).toEqual(['small']);
  expect(idsIn(store)).toEqual(['next']);
  const left = () => query(store.path, `SELECT count(*) AS n FROM entry`);
  expect(left()).toEqual([{ n: 5000 - 4000 + 1 }]);
  query(store.path, `UPDATE recording SET importer = '{"pid":0}' WHERE importer IS NOT NULL`); // that process has ended
  removeUnfinished(recordedAfter(0, store), spool);
  expect(left()).toEqual([{ n: 5000 - 4000 + 1 }]);
  removeUnfinished(store, spool);
  expect(left()).toEqual([{ n: 1 }]);
  expect(query(store.path, `SELECT id FROM recording`)).toEqual([{ id: 'next' }]);
});

test.each([
  ['another process', process.ppid, []],
  ['this process', process.pid, ['old']],
])('while %s imports a recording, removes %o', async (_who, pid, removed) => {
  const { store, spool } = opened();
  await old(store, 'old', 50);
  const imports = () => [{ id: 'new', no: 99, importer: JSON.stringify(identify(pid)) }];
  const plan = planPruning(store.read.prunable(), { olderThanMs: DAY_MS }, folderSize(store, spool), Date.now());
  const pruned = await prune({ ...store, read: { ...store.read, imports } }, spool, plan);
  expect(pruned.map(({ id }) => id)).toEqual(removed);
});

test.each([
  ['{"keep.max-size":"2GB"}', { maxBytes: 2_000_000_000 }],
  ['{"keep.older-than":"2w","keep.findings":"error"}', { olderThanMs: 14 * DAY_MS, keepGrade: 'error' }],
  ['{"keep.max-size":"2GB","keep.older-than":"soon"}', undefined],
  ['{"keep.max-size":2000}', undefined],
  ['{"keep.max-size":"2GB","keep.findings":"all"}', undefined],
  ['{"keep.findings":"error"}', undefined],
  ['{"of.a-later-release":1}', undefined],
  ['{"keep.max-size":"2GB","of.a-later-release":1}', { maxBytes: 2_000_000_000 }],
])('the settings %s make rules only when all of them are understood', (text, rules) => {
  const read = keepRules(readSettings(temporaryFile(text, 'acptap.config.json')));
  expect(read && JSON.parse(JSON.stringify(read))).toEqual(rules);
});
