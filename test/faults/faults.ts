import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { rounds } from '../support/effort.ts';
import { spoolNames } from '../support/folders.ts';
import { acptapProcess, kill, peer, recorderOf, start, wrapped, type Running } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  around,
  conversation,
  inLongRuns,
  listSays,
  peaksOf,
  recordPeaks,
  recordingOf,
  remains,
  says,
  TWICE,
  type Around,
  type Fault,
  type Place,
  type Seen,
} from './fault.ts';
import { folderFaults } from './folder-faults.ts';
import { killFaults } from './kill-faults.ts';

const databaseOf = ({ home }: Place) => join(home, 'acptap.db');

function removeDatabase({ home }: Place): void {
  for (const name of readdirSync(home)) if (name.startsWith('acptap.db')) rmSync(join(home, name), { recursive: true });
}

/** Creates the database, and changes it. */
async function changeDatabase(place: Place, sql: string): Promise<void> {
  await list(place.home);
  onDatabase(place, sql).close();
}

function onDatabase(place: Place, sql: string): Database.Database {
  const connection = new Database(databaseOf(place));
  onTestFinished(() => void connection.close());
  connection.exec(sql);
  return connection;
}

async function damageDatabase(place: Place): Promise<void> {
  await changeDatabase(place, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const file = openSync(databaseOf(place), 'r+');
  writeSync(file, Buffer.alloc(3000, 0xab), 0, 3000, 100); // the schema
  closeSync(file);
}

/** Commands refuse the database with this advice; after it is removed, the recording is complete. */
const databaseFault = (name: string, before: Around['before'], advice: string): Fault => ({
  name: `database: ${name}`,
  rounds: [1, TWICE],
  recording: 'complete',
  run: (place) =>
    conversation(place, {
      ...(before ? { before } : {}),
      after: ({ home }) => listSays(home, advice),
      undo: removeDatabase,
    }),
});

const DEMO = 'recordings/examples/demo.acp.jsonl';

/** Another program locks the database until the agent has ended. */
function held(from: 'before' | 'midway'): Around {
  let holder: Database.Database | undefined;
  const hold = async (place: Place) => {
    await list(place.home);
    holder = onDatabase(place, 'BEGIN IMMEDIATE');
  };
  return { [from]: hold, undo: () => holder?.exec('ROLLBACK') };
}

/** A clock that jumps a day forth and back at each call. */
const JUMPING = `const Real = Date; let looks = 0;
globalThis.Date = class extends Real {
  static now() { return Real.now() + (looks++ % 2 ? 86_400_000 : -86_400_000); }
  constructor(...given) { if (given.length > 0) super(...given); else super(Date.now()); }
};\n`;

function jumpingClock({ folder }: Place): NodeJS.ProcessEnv {
  const path = join(folder, 'clock.mjs');
  writeFileSync(path, JUMPING);
  return { NODE_OPTIONS: `--import ${path}` };
}

/**
 * Sends `count` lines of `size` bytes at once to an agent that echoes them. `stopped`: the recorder is stopped
 * meanwhile.
 */
async function flooded(place: Place, count: number, size: number, { stopped = false, env = {} } = {}): Promise<Seen> {
  const shim = start(wrapped(peer('echo', '0', place.folder)), { home: place.home, env });
  const [before, after] = ['{"jsonrpc":"2.0","method":"_line","params":{"filler":"', '"}}\n'];
  const first = Buffer.from(`${before}${after}`);
  shim.child.stdin.write(first);
  const recorder = stopped ? await recorderOf(shim) : undefined;
  if (recorder !== undefined) kill(recorder, 'SIGSTOP');
  const line = Buffer.from(`${before}${'x'.repeat(size)}${after}`);
  const rest = Buffer.concat(Array.from({ length: count }, () => line));
  shim.child.stdin.end(rest);
  const { code } = await shim.closed;
  if (recorder !== undefined) kill(recorder, 'SIGCONT');
  const said = Buffer.concat([first, rest]);
  const wire = shim.stdout().equals(said) && code === 0 ? 'direct' : `exit ${code}`;
  return { wire, recording: await recordedAfterAll(place, said, shim), ...(await remains(place)) };
}

async function recordedAfterAll(place: Place, said: Buffer, shim: Running): Promise<string> {
  await waitFor('an empty spool folder', () => spoolNames(place.home).length === 0);
  return recordingOf(place.home, said, shim.stderr());
}

/** Many agents in one data folder, and commands that read meanwhile. Returns the worst result. */
async function manyAtOnce(place: Place): Promise<Seen> {
  const count = 32;
  const lineCount = 500;
  const readers = Array.from({ length: 3 }, () => acptapProcess(place.home, 'list'));
  const shims = Array.from({ length: count }, () =>
    start(wrapped(peer('echo', '0', place.folder)), { home: place.home }),
  );
  const line = (number: number) =>
    Buffer.from(`{"jsonrpc":"2.0","id":${number},"method":"_line","params":{"filler":"${'x'.repeat(150)}"}}\n`);
  const said = Buffer.concat(Array.from({ length: lineCount }, (_, number) => line(number)));
  for (const { child } of shims) child.stdin.end(said);
  const ends = await Promise.all(shims.map(({ closed }) => closed));
  const refused = (await Promise.all(readers)).find(({ code }) => code !== 0);
  const direct = shims.filter(
    (shim, index) => ends[index]?.code === 0 && shim.stdout().equals(said) && shim.stderr() === '',
  );
  const whole = (await list(place.home)).filter(
    ({ state, entries }) => state === 'ended' && entries.client === lineCount && entries.agent === lineCount,
  );
  return {
    wire: direct.length === count ? 'direct' : `${direct.length} of ${count}`,
    recording:
      refused?.stderr ?? (whole.length === count ? 'complete' : `LOST: ${whole.length} of ${count} are complete`),
    ...(await remains(place)),
  };
}

/** A deletion while an agent works. `list` runs before it, so that the recorder has started. */
const deleting = (name: string, act: (place: Place) => void): Fault =>
  around(`${name} deleted while live`, {
    async midway(place, shim) {
      await recorderOf(shim);
      await list(place.home);
      act(place);
    },
  });

/** A line above the limit at which lines are stored in pieces. Checks the peak of memory of every process. */
async function largeLine(place: Place): Promise<Seen | undefined> {
  if (process.platform !== 'linux') return undefined;
  const seen = await flooded(place, 1, 65 * 1024 * 1024, { env: recordPeaks(place) });
  const peaks = peaksOf(place);
  const large = peaks.filter(({ kilobytes }) => kilobytes > 300_000);
  const known = ['cli.js', 'recorder.js'].every((name) => peaks.some((peak) => peak.name === name));
  if (known && large.length === 0) return seen;
  return { ...seen, recording: `memory: ${JSON.stringify(known ? large : peaks)}` };
}

/** Makes the database refuse the sixth line, as SQLite refuses a line that is too large. */
async function refuseOneLine(place: Place): Promise<void> {
  await changeDatabase(
    place,
    `CREATE TRIGGER refuse BEFORE INSERT ON entry WHEN (NEW.place & 4294967295) = 6 AND NEW.origin < 3
     BEGIN SELECT RAISE(ABORT, 'string or blob too big'); END`,
  );
}

/** Runs `: > file.spool` after the recorder has read the file. */
async function cutSpool({ home }: Place, shim: Running): Promise<void> {
  await recorderOf(shim);
  await list(home);
  for (const name of spoolNames(home)) truncateSync(join(home, 'spool', name));
}

const isFile = (place: Place) => {
  rmdirSync(place.home);
  writeFileSync(place.home, '');
};

/** All faults, by kind. */
export const faults: readonly Fault[] = [
  // One row of each kind runs in the gate: a database that cannot be used or written, a wrong clock, few open files, a
  // recorder that stands still.
  databaseFault('a damaged page', damageDatabase, 'move the file away'),
  around('database: held by another program from the middle to after the end', held('midway')),
  around('clock jumps a day forth and back', { env: jumpingClock }),
  around('ulimit -n 32', { by: (words) => ['bash', '-c', 'ulimit -n 32; exec "$@"', '-', ...words] }),
  {
    name: 'SIGSTOP of the recorder under 100 MB, 4 MB in npm test',
    rounds: [1, TWICE],
    recording: 'complete',
    run: (place) => flooded(place, rounds(4, 100), 1_000_000, { stopped: true }),
  },
  ...inLongRuns([
    around('nothing', {}),
    databaseFault(
      'no database, but another file',
      (place) => writeFileSync(databaseOf(place), 'this is no database '.repeat(500)),
      'move the file away',
    ),
    databaseFault('a folder in its place', (place) => mkdirSync(databaseOf(place)), 'is not a file'),
    databaseFault('without its tables', (place) => changeDatabase(place, 'DROP TABLE entry'), 'move the file away'),
    databaseFault(
      'of a newer release',
      (place) => changeDatabase(place, 'PRAGMA user_version = 99'),
      'written by a newer acptap',
    ),
    around('database: a table dropped in the middle', {
      midway: (place) => changeDatabase(place, 'PRAGMA busy_timeout = 20000; DROP TABLE entry'),
      after: ({ home }) => listSays(home, 'move the file away'),
      undo: removeDatabase,
    }),
    around('database: held by another program from before the start to after the end', held('before')),
    around('database: refuses one line', { before: refuseOneLine }, 'complete or gap'),
    around('the spool cut while live', { midway: cutSpool }, 'complete or gap'),
    { name: '32 agents at once in one data folder', recording: 'complete', run: manyAtOnce },
    {
      name: 'a line of 65 MiB in each direction, at most 300 MB of memory in every process',
      recording: 'complete',
      run: largeLine,
    },
    {
      name: 'a line of 64 MiB in each direction',
      recording: 'complete',
      run: (place) => flooded(place, 1, 64 * 1024 * 1024),
    },
    around('data folder: a FIFO among the spools', {
      async before({ home }) {
        mkdirSync(join(home, 'spool'), { mode: 0o700 });
        await start(['mkfifo', join(home, 'spool', 'x.spool')]).closed;
      },
      after: ({ home }) => list(home),
      undo: ({ home }) => rmSync(join(home, 'spool', 'x.spool')),
    }),
    deleting('the data folder', ({ home }) => rmSync(home, { recursive: true })),
    deleting('the spool folder', ({ home }) => rmSync(join(home, 'spool'), { recursive: true })),
    deleting('the database', removeDatabase),
    around('data folder: a file in its place', { before: isFile, undo: ({ home }) => rmSync(home) }, 'none'),
    around(
      'data folder: cannot be made though its parent is there',
      { env: () => ({ ACPTAP_HOME: '/proc/self/nothing/acptap' }) },
      'none',
    ),
    around(
      'data folder: a file in its place, removed in the middle',
      { before: isFile, midway: ({ home }) => rmSync(home), count: 150 },
      'complete or gap',
    ),
    around('database: held by another program, which a command that writes names', {
      ...held('before'),
      after: ({ home }) => says(home, ['import', DEMO], `process ${process.pid} (`, acptapProcess),
    }),
  ]),
  ...folderFaults,
  ...killFaults,
];
