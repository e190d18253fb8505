import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { ControlState, HeldFrame } from '#core/contract/control.ts';
import { createFold } from '#core/fold/fold.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { createHeldEntries } from '../../proxy/server/held-entries.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { createFrameFinder } from '../../proxy/store/read/frame-at.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { header } from '../support/recording-file.ts';

const FIRST = '< {"jsonrpc":"2.0","method":"_one"}';
const OTHER = '> {"jsonrpc":"2.0","method":"_of_the_client"}';
const NEXT = '< {"jsonrpc":"2.0","method":"_two"}';

/** A recording that grows, and the entries of held frames that begin at these offsets. */
function createRecorded() {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const { no } = store.write.begin(header({ id: 'r' }));
  const fold = createFold();
  const entries = [...parseTranscript([FIRST, OTHER, NEXT].join('\n'))];
  let written = 0;
  const record = (count: number) => {
    for (const entry of entries.slice(written, written + count)) fold.apply(entry);
    store.write.append(no, { ...fold.take(), from: written, to: written + count });
    written += count;
  };
  const sizes = entries.map((entry) => (entry.kind === 'frame' ? entry.bytes.length : 0));
  const library = wholeDatabase(() => store);
  return { record, sizes, library, withEntries: createHeldEntries(library) };
}

const stateOf = (...offsets: readonly number[]) =>
  ({
    recording: 'r',
    held: offsets.map((offset) => ({ from: 'agent', offset }) as HeldFrame),
  }) as unknown as ControlState;

const seqsIn = ({ held }: ControlState) => held.map(({ seq }) => seq);

test('a held frame gets its entry once it is recorded, by where it begins in the bytes of its sender', () => {
  const { record, sizes, withEntries } = createRecorded();
  const second = sizes[0] ?? 0;
  const state = stateOf(0, second);
  expect(withEntries(state)).toBe(state);
  record(1);
  const once = withEntries(state);
  expect(seqsIn(once)).toEqual([0, undefined]);
  expect(withEntries(state)).toBe(once);
  record(2);
  const twice = withEntries(state);
  expect(seqsIn(twice)).toEqual([0, 2]);
  expect(withEntries(state)).toBe(twice);
  expect(seqsIn(withEntries(stateOf(second)))).toEqual([2]);
});

test('a frame that begins at no entry, because bytes were lost, has none', () => {
  const { record, withEntries } = createRecorded();
  record(3);
  expect(seqsIn(withEntries(stateOf(3)))).toEqual([null]);
});

test('a finished look-up is not repeated, also for a frame without an entry', () => {
  const { record, sizes, library } = createRecorded();
  record(3);
  let finds = 0;
  const find: typeof library.find = (id) => {
    const at = library.find(id);
    if (!at) return undefined;
    const read: typeof at.store.read = {
      ...at.store.read,
      frameAt: (...args) => (finds++, at.store.read.frameAt(...args)),
    };
    return { ...at, store: { ...at.store, read } };
  };
  const withEntries = createHeldEntries({ find });
  for (let times = 0; times < 3; times++) expect(seqsIn(withEntries(stateOf(3, sizes[0] ?? 0)))).toEqual([null, 2]);
  expect(finds).toBe(2);
});

test('a look-up reads a limited number of entries, and the next look-up continues there; an earlier offset begins again', () => {
  const connection = new Database(MEMORY);
  onTestFinished(() => void connection.close());
  connection.exec(`
    CREATE TABLE recording (no INTEGER PRIMARY KEY, id TEXT);
    CREATE TABLE entry (place INTEGER PRIMARY KEY, seq AS (place % 4294967296), origin INTEGER, bytes BLOB);
    CREATE TABLE cut (recording INTEGER, seq INTEGER, bytes INTEGER);
    INSERT INTO recording VALUES (1, 'r');
    WITH RECURSIVE n(seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM n WHERE seq < 24)
      INSERT INTO entry SELECT ${2 ** 32} + seq, seq % 2, 'ten bytes.' FROM n;
    INSERT INTO cut VALUES (1, 1, 100);`);
  const frameAt = createFrameFinder(connection, 10);
  const looks = (offset: number, times: number) => Array.from({ length: times }, () => frameAt(1, 'agent', offset));
  expect(looks(200, 3)).toEqual([undefined, undefined, 23]);
  expect(looks(200, 1)).toEqual([23]);
  expect(looks(210, 2)).toEqual([undefined, undefined]);
  connection.exec(`INSERT INTO entry VALUES (${2 ** 32 + 25}, 1, 'ten bytes.')`);
  expect(looks(210, 1)).toEqual([25]);
  expect(looks(200, 3)).toEqual([undefined, undefined, 23]); // the frame right before the last one that was found
  expect(looks(100, 1)).toEqual([3]);
  expect(looks(105, 1)).toEqual([null]);
  connection.exec("UPDATE recording SET id = 'other'");
  expect(looks(210, 3)).toEqual([undefined, undefined, 25]);
});
