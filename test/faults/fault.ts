import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { converse } from '../support/conversation.ts';
import { temporaryFolder } from '../support/folders.ts';
import { lines } from '../support/peers/lines.mjs';
import {
  acptap,
  eventsShown,
  kill,
  list,
  peer,
  processesWith,
  rawBytes,
  shown,
  start,
  wrapped,
  type Running,
} from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** What goes wrong in one row of the table, and what may come of it. The wire, orphans and what is left behind are the same for all. */
export interface Fault {
  readonly name: string;
  /** How often in the gate and in a long run. */
  readonly rounds: readonly [gate: number, long: number];
  /** What may become of the recording. `none`: nothing can be recorded, and one line says so. */
  readonly recording: 'complete' | 'complete or gap' | 'none';
  /** Undefined where this machine cannot do it. */
  readonly run: (place: Place, round: number) => Promise<Seen | undefined>;
}

/** Where a round takes place. `folder` is in the command line of every process of it, so that none of them can hide. */
export interface Place {
  readonly folder: string;
  readonly home: string;
}

export interface Seen {
  /** `direct` when both sides got every byte and the end that they get of each other without acptap; else what differs. */
  readonly wire: string;
  readonly recording: string;
  readonly orphans: number;
  readonly leftBehind: readonly string[];
}

export function newPlace(): Place {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  onTestFinished(() => processesWith(folder).forEach((pid) => kill(pid, 'SIGKILL')));
  return { folder, home };
}

/** What happens around a conversation with an agent that gives back every line. */
export interface Around {
  readonly before?: (place: Place) => unknown;
  /** When the first lines have come back. */
  readonly midway?: (place: Place, shim: Running) => unknown;
  /** When the agent has ended and nothing is mended yet. */
  readonly after?: (place: Place, shim: Running) => unknown;
  readonly undo?: (place: Place) => unknown;
  readonly env?: (place: Place) => NodeJS.ProcessEnv;
  /** The words that start acptap, made from those that usually do. */
  readonly by?: (words: readonly [string, ...string[]]) => readonly [string, ...string[]];
  /** Bytes of a line, and how many there are before and after the middle. */
  readonly size?: number;
  readonly count?: number;
}

/** A conversation with something wrong around it. */
export async function conversation(place: Place, around: Around): Promise<Seen> {
  const { before, midway, after, undo, env, by = (words) => words, size = 2000, count = 20 } = around;
  await before?.(place);
  const shim = start(by(wrapped(peer('echo', '0', place.folder))), { home: place.home, env: env?.(place) ?? {} });
  const first = await converse(shim, count, size);
  await midway?.(place, shim);
  const said = Buffer.concat([first, await converse(shim, count, size)]);
  shim.child.stdin.end();
  const { code, signal } = await shim.closed;
  await after?.(place, shim);
  await undo?.(place);
  const isDirect = shim.stdout().equals(said) && code === 0 && signal === null;
  return {
    wire: isDirect ? 'direct' : `${shim.stdout().length} of ${said.length} bytes, exit ${code ?? signal}`,
    recording: await recordingOf(place.home, said, shim.stderr()),
    ...(await remains(place)),
  };
}

/** Rounds of a row in a long run, where one is like another. */
export const TWICE = 2;

export const around = (name: string, what: Around, recording: Fault['recording'] = 'complete'): Fault => ({
  name,
  rounds: [1, TWICE],
  recording,
  run: (place) => conversation(place, what),
});

/** For long runs only: the message in this case has its own test, which also checks wire and recording. */
export const inLongRuns = (rows: readonly Omit<Fault, 'rounds'>[]): readonly Fault[] =>
  rows.map((row) => ({ ...row, rounds: [0, TWICE] }));

/** What became of the recording of a conversation in which both sides said the same. */
export async function recordingOf(home: string, said: Buffer, stderr: string): Promise<string> {
  const isNone = /^acptap: [^\n]*not record/m.test(stderr);
  const listed = isNone ? await list(home).catch(() => []) : await list(home);
  if (listed.length === 0) return isNone ? 'none' : 'LOST';
  if (listed.length > 1 || listed[0]?.state === 'live') return `${listed.length} recordings, ${listed[0]?.state}`;
  const events = await eventsShown(home);
  const verdicts = await Promise.all(
    (['client', 'agent'] as const).map(async (from) => {
      const bytes = await rawBytes(home, from);
      const gaps = events.filter(({ event, of }) => (event === 'gap' || event === 'not-stored') && of === from);
      const missing = gaps.reduce((sum, gap) => sum + Number(gap['bytes']), 0);
      if (bytes.equals(said)) return missing === 0 ? 'complete' : 'complete, but a gap is stated';
      return missing > 0 && bytes.length + missing === said.length
        ? 'gap'
        : `LOST ${said.length - bytes.length - missing} bytes of the ${from}`;
    }),
  );
  return (
    verdicts.find((verdict) => verdict.startsWith('LOST')) ??
    verdicts.find((verdict) => verdict !== 'complete') ??
    'complete'
  );
}

/** What may be in a data folder that nobody uses. */
const BELONGS = /^(?:acptap\.db(?:-wal|-shm)?|reserve|spool|watched)$/;

/** Looks for processes and files that should be gone, and waits for those that are still at work. */
export async function remains({ folder, home }: Place): Promise<Pick<Seen, 'orphans' | 'leftBehind'>> {
  const files = () => [
    ...namesIn(home).filter((name) => !BELONGS.test(name)),
    ...namesIn(join(home, 'spool')).map((name) => `spool/${name}`),
  ];
  await waitFor(
    'an end of all processes and spools',
    () => processesWith(folder).length === 0 && files().length === 0,
  ).catch(() => {}); // the row says it
  return { orphans: processesWith(folder).length, leftBehind: files() };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What two sides that never stop had got of each other when something was killed. */
export interface Torn {
  readonly received: Buffer;
  readonly readByAgent: Buffer;
}

/** Whether all that a peer had got is recorded: in order, once, in a database that is whole. */
export async function tornRecording(home: string, { received, readByAgent }: Torn): Promise<string> {
  const [recording, ...others] = await list(home);
  if (!recording) return received.length + readByAgent.length === 0 ? 'complete' : 'LOST';
  if (others.length > 0) return `${others.length + 1} recordings`;
  const entries = await shown(home);
  const agent = await rawBytes(home, 'agent');
  const client = await rawBytes(home, 'client');
  const size = (from: string) => entries.reduce((sum, entry) => sum + (entry.from === from ? entry.bytes : 0), 0);
  const faults = [
    entries.every(({ seq }, index) => seq === index) ? [] : ['numbers are missing'],
    agent.equals(lines(agent.length)) ? [] : ['lines are missing or doubled'],
    agent.subarray(0, received.length).equals(received) ? [] : ['the client got more'],
    client.subarray(0, readByAgent.length).equals(readByAgent) ? [] : ['the agent got more'],
    size('agent') === agent.length && size('client') === client.length ? [] : ['sizes differ'],
    isWhole(join(home, 'acptap.db')) ? [] : ['the database is damaged'],
  ].flat();
  return faults.length === 0 ? 'complete' : `LOST: ${faults.join(', ')}`;
}

/** Whether SQLite finds nothing wrong with a database. */
export function isWhole(path: string): boolean {
  const database = new Database(path, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true }) === 'ok';
  } finally {
    database.close();
  }
}

/** What `list` says while something is wrong. @throws {Error} where it says something else, or the wrong thing. */
export const listSays = (home: string, words: string): Promise<void> => says(home, ['list'], words);

/** What a command says that cannot do its work. @throws {Error} where it says something else, or the wrong thing. */
export async function says(home: string, command: readonly string[], words: string): Promise<void> {
  const { code, stdout, stderr } = await acptap(home, ...command);
  if (code !== 2 || stdout !== '' || !stderr.includes(words))
    throw new Error(`${command[0]} ended with ${code}: ${stderr}`);
}

/** Lets every Node process of a place write down its peak of memory when it ends. */
export function recordPeaks({ folder }: Place): NodeJS.ProcessEnv {
  const path = join(folder, 'peak.mjs');
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(join(folder, 'peak-'))} + process.pid, JSON.stringify({
      name: process.argv[1].split('/').at(-1),
      kilobytes: Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]), // resourceUsage() counts our parent
    })));\n`,
  );
  return { NODE_OPTIONS: `--import ${path}` };
}

/** What was written down; agents are left out. */
export const peaksOf = ({ folder }: Place): readonly { readonly name: string; readonly kilobytes: number }[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('peak-'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { name: string; kilobytes: number })
    .filter(({ name }) => name !== 'echo.mjs');
