import { expect, test } from 'vitest';
import { AcptapError } from '../../../proxy/core/errors.ts';
import { checkDatabase, checkNode } from '../../../proxy/cli/doctor/check-database.ts';
import { checkSpools } from '../../../proxy/cli/doctor/check-spools.ts';
import type { SpoolState } from '../../../proxy/cli/doctor/read-spools.ts';
import { identify } from '../../../proxy/shim/process-identity.ts';
import type { Examined } from '../../../proxy/store/keep/examine.ts';
import { fakeInstallation, fileStat, ROOT, SOUND } from './installation.ts';

const DATABASE = `${ROOT}/acptap.db`;

const failing =
  (code: string, message = 'no') =>
  async () => {
    throw Object.assign(new Error(message), { code });
  };

test('a Node that cannot read recordings is broken, and its module is not loaded', async () => {
  const old = fakeInstallation({}, { nodeVersion: '20.11.0', loadSqlite: failing('LOADED') });
  expect(checkNode(old)).toEqual({
    subject: 'Node',
    health: 'broken',
    text: '20.11.0 records, but cannot read recordings',
    advice: 'install Node 22.14.0 or newer',
  });
  expect(await checkDatabase(old)).toEqual({ lines: [] });
  expect(checkNode(fakeInstallation())).toEqual({ subject: 'Node', health: 'ok', text: '24.0.0' });
});

test('a healthy database has a size', async () => {
  expect((await checkDatabase(fakeInstallation())).lines).toEqual([
    { subject: 'native module', health: 'ok', text: 'better-sqlite3 is loaded' },
    { subject: 'database', health: 'ok', text: `${DATABASE} is sound` },
    { subject: 'size', health: 'ok', text: 'recordings take 7.0 MB' },
  ]);
});

test.each<[Partial<Examined>, string, string]>([
  [
    { damage: 'Tree 5 page 9: btreeInitPage() returns error code 11' },
    'broken',
    `${DATABASE} is damaged: Tree 5 page 9: btreeInitPage() returns error code 11`,
  ],
  [{ version: 'newer' }, 'broken', `${DATABASE} was written by a newer acptap`],
  [{ version: 'older' }, 'ok', `${DATABASE} is sound; the next command updates it`],
  [
    { version: 'older', pages: { used: 0, free: 0 } },
    'look',
    `${DATABASE} is empty: the next command makes a new database of it`,
  ],
])('%o is %s', async (part, health, text) => {
  const { lines } = await checkDatabase(fakeInstallation({}, { examine: async () => ({ ...SOUND, ...part }) }));
  expect(lines[1]).toMatchObject({ subject: 'database', health, text });
});

test('a large folder is worth a look', async () => {
  const size = { ...SOUND.size, used: 2_100_000_000, isLarge: true };
  const { lines } = await checkDatabase(fakeInstallation({}, { examine: async () => ({ ...SOUND, size }) }));
  expect(lines[2]).toMatchObject({
    subject: 'size',
    health: 'look',
    text: 'recordings take 2.1 GB',
    advice: expect.stringContaining('acptap prune') as string,
  });
});

test.each([
  ['SQLITE_BUSY', 'look', '; another program holds it', 'try again when that has ended'],
  [
    'SQLITE_NOTADB',
    'broken',
    '; this is no database',
    'move the file away; the spool folder is read into a new database',
  ],
  [
    'SQLITE_CANTOPEN',
    'broken',
    '',
    'make sure that it is a file in a folder that you can write to, or set ACPTAP_HOME to another folder',
  ],
])('a database that fails with %s is %s', async (code, health, why, advice) => {
  const { lines } = await checkDatabase(fakeInstallation({}, { examine: failing(code) }));
  const text = `cannot use the database ${DATABASE}: no (${code})${why}`;
  expect(lines[1]).toEqual({ subject: 'database', health, text, advice });
});

test('a native module that cannot be loaded is broken', async () => {
  const loadSqlite = failing('MODULE_NOT_FOUND', 'Cannot find module\nRequire stack:\n- x.js');
  const { lines } = await checkDatabase(fakeInstallation({}, { loadSqlite }));
  expect(lines).toEqual([
    {
      subject: 'native module',
      health: 'broken',
      text: expect.stringContaining('Cannot find module Require stack: - x.js (MODULE_NOT_FOUND); better-') as string,
      advice: 'install acptap again; new recordings wait in the spool folder',
    },
  ]);
});

test.each([undefined, fileStat(0o600, 7), { ...fileStat(), mode: 0o010600 }])(
  'a database that is %o is not opened',
  async (stat) => {
    const { lines } = await checkDatabase(fakeInstallation({ [DATABASE]: stat }, { examine: failing('OPENED') }));
    expect(lines.map(({ subject }) => subject)).toEqual(['native module']);
  },
);

const shim = identify(process.pid);
const spool = (more: Partial<SpoolState> = {}): SpoolState => ({
  path: `${ROOT}/spool/abc.spool`,
  header: { 'acptap-spool': 1, id: 'abc', command: ['x'], cwd: '/', startedAt: 0, shim, acptap: '1', node: '24' },
  problem: undefined,
  isLive: true,
  ...more,
});

const spoolLines = (spools: readonly SpoolState[], recorders?: Examined['recorders']) =>
  checkSpools(fakeInstallation({}, { spools: () => spools }), recorders);

test('live recordings with a recorder are fine', () => {
  expect(spoolLines([])).toEqual([{ subject: 'spools', health: 'ok', text: 'none waits' }]);
  expect(spoolLines([spool()], new Map([['abc', JSON.stringify(shim)]]))).toEqual([
    { subject: 'spools', health: 'ok', text: '1 live' },
  ]);
  const young = spool({ header: { ...spool().header, startedAt: 999_000 } as SpoolState['header'] });
  expect(spoolLines([young], new Map())).toMatchObject([{ health: 'ok' }]);
  expect(spoolLines([spool()], undefined)).toMatchObject([{ health: 'ok' }]);
});

test.each([[null], [undefined], [JSON.stringify({ ...shim, started: 'another time' })]])(
  'a live shim whose recorder is %s has none',
  (recorder) => {
    const recorders = new Map(recorder === undefined ? [] : [['abc', recorder]]);
    expect(spoolLines([spool()], recorders)).toEqual([
      {
        subject: 'recorder',
        health: 'look',
        text: `the live recording abc (acptap run, pid ${process.pid}) has no recorder; its spool keeps everything`,
        advice: 'acptap list starts one',
      },
    ]);
  },
);

test('spools of ended shims wait to be read, unless a recorder reads them', () => {
  const ended = spool({ isLive: false });
  expect(spoolLines([ended, spool({ isLive: false, path: '/s/def.spool' })])).toEqual([
    {
      subject: 'spools',
      health: 'look',
      text: 'the spools of 2 recordings wait to be read: abc.spool, def.spool',
      advice: 'acptap list reads it',
    },
  ]);
  expect(spoolLines([ended], new Map([['abc', JSON.stringify(shim)]]))).toMatchObject([{ health: 'ok' }]);
});

test('a spool without a header is broken, and a damaged one is kept', () => {
  const machine = fakeInstallation(
    { [`${ROOT}/spool/x.spool.damaged`]: fileStat() },
    {
      spools: () => [
        spool({
          header: undefined,
          isLive: false,
          problem: new AcptapError('not-a-recording', 'it is no spool file: its first line is not JSON', {
            advice: 'move it out of the spool folder',
          }),
        }),
        spool({ header: undefined, isLive: false, problem: new Error("EACCES: permission denied, open 'a: b'") }),
      ],
    },
  );
  expect(checkSpools(machine, undefined)).toEqual([
    {
      subject: 'spools',
      health: 'broken',
      text: `${ROOT}/spool/abc.spool cannot be read: it is no spool file: its first line is not JSON`,
      advice: 'move it out of the spool folder',
    },
    {
      subject: 'spools',
      health: 'broken',
      text: `${ROOT}/spool/abc.spool cannot be read: EACCES: permission denied, open 'a: b'`,
      advice: 'move it out of the spool folder',
    },
    {
      subject: 'spools',
      health: 'look',
      text: 'x.spool.damaged was damaged; its readable beginning is in the database',
      advice: 'remove it when you do not need the rest',
    },
  ]);
});
