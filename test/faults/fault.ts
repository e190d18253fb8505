import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { sendEchoLines } from '../support/echo-conversation.ts';
import { temporaryFolder } from '../support/folders.ts';
import { lines } from '../support/peers/lines.mjs';
import { acptap, kill, peer, processesWith, start, wrapped, type Running } from '../support/processes.ts';
import { eventsShown, list, rawBytes, shown } from '../support/recorded.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * One row of the table: a fault and its allowed outcome. Wire, orphans and leftovers have the same allowed outcome in
 * all rows.
 */
export interface Fault {
  readonly name: string;
  /** Number of rounds. */
  readonly rounds: readonly [gate: number, long: number];
  /** Allowed state of the recording. `none`: nothing can be recorded, and one line on stderr reports it. */
  readonly recording: 'complete' | 'complete or gap' | 'none';
  /** Returns undefined if this machine cannot cause the fault. */
  readonly run: (place: Place, round: number) => Promise<Seen | undefined>;
}

/**
 * The folders of a round. Every process of the round has `folder` in its command line, by which leftovers are found.
 */
export interface Place {
  readonly folder: string;
  readonly home: string;
}

export interface Seen {
  /** `direct` if both sides got every byte and the same end as without acptap; else the difference. */
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

/** Hooks around a conversation with an agent that echoes every line. */
export interface Around {
  readonly before?: (place: Place) => unknown;
  /** Called when the first lines have come back. */
  readonly midway?: (place: Place, shim: Running) => unknown;
  /** Called after the agent's end, while the fault still lasts. */
  readonly after?: (place: Place, shim: Running) => unknown;
  readonly undo?: (place: Place) => unknown;
  readonly env?: (place: Place) => NodeJS.ProcessEnv;
  /** Changes the command that starts acptap. */
  readonly by?: (words: readonly [string, ...string[]]) => readonly [string, ...string[]];
  /** Bytes of a line, and how many lines there are before and after the middle. */
  readonly size?: number;
  readonly count?: number;
}

/** Runs a conversation with a fault around it. */
export async function conversation(place: Place, around: Around): Promise<Seen> {
  const { before, midway, after, undo, env, by = (words) => words, size = 2000, count = 20 } = around;
  await before?.(place);
  const shim = start(by(wrapped(peer('echo', '0', place.folder))), { home: place.home, env: env?.(place) ?? {} });
  const first = await sendEchoLines(shim, count, size);
  await midway?.(place, shim);
  const said = Buffer.concat([first, await sendEchoLines(shim, count, size)]);
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

/** Rounds of a row in a long run when all rounds are alike. */
export const TWICE = 2;

export const around = (name: string, what: Around, recording: Fault['recording'] = 'complete'): Fault => ({
  name,
  rounds: [1, TWICE],
  recording,
  run: (place) => conversation(place, what),
});

/** For long runs only: the gate has a test of the same fault, or a row of the same kind. */
export const inLongRuns = (rows: readonly Omit<Fault, 'rounds'>[]): readonly Fault[] =>
  rows.map((row) => ({ ...row, rounds: [0, TWICE] }));

/** The state of the recording of a conversation in which both sides sent the same bytes. */
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

/** The files that a data folder at rest may contain. */
const BELONGS = /^(?:acptap\.db(?:-wal|-shm)?|reserve|spool|watched)$/;

/** Waits for running processes and temporary files to go, and returns those that stay. */
export async function remains({ folder, home }: Place): Promise<Pick<Seen, 'orphans' | 'leftBehind'>> {
  const files = () => [
    ...namesIn(home).filter((name) => !BELONGS.test(name)),
    ...namesIn(join(home, 'spool')).map((name) => `spool/${name}`),
  ];
  await waitFor(
    'an end of all processes and spools',
    () => files().length === 0 && processesWith(folder).length === 0,
  ).catch(() => {}); // the row reports it
  return { orphans: processesWith(folder).length, leftBehind: files() };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The bytes that each side had received from the other when a process was killed. */
export interface Torn {
  readonly received: Buffer;
  readonly readByAgent: Buffer;
}

/** Whether everything that a side received is recorded once and in order, in an undamaged database. */
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

/** Whether SQLite's integrity check passes. */
export function isWhole(path: string): boolean {
  const database = new Database(path, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true }) === 'ok';
  } finally {
    database.close();
  }
}

/** Checks what `list` prints during a fault. @throws {Error} when it does not print `words`. */
export const listSays = (home: string, words: string): Promise<void> => says(home, ['list'], words);

/**
 * Checks what a command prints that cannot do its work. `run` is `acptapProcess` if it has to be another process.
 * @throws {Error} when it does not print `words`.
 */
export async function says(home: string, command: readonly string[], words: string, run = acptap): Promise<void> {
  const { code, stdout, stderr } = await run(home, ...command);
  if (code !== 2 || stdout !== '' || !stderr.includes(words))
    throw new Error(`${command[0]} ended with ${code}: ${stderr}`);
}

/** Makes every Node process of a round record its peak of memory when it ends. */
export function recordPeaks({ folder }: Place): NodeJS.ProcessEnv {
  const path = join(folder, 'peak.mjs');
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(join(folder, 'peak-'))} + process.pid, JSON.stringify({
      name: process.argv[1].split('/').at(-1),
      kilobytes: Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]), // resourceUsage() includes the parent
    })));\n`,
  );
  return { NODE_OPTIONS: `--import ${path}` };
}

/** The recorded peaks. */
export const peaksOf = ({ folder }: Place): readonly { readonly name: string; readonly kilobytes: number }[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('peak-'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { name: string; kilobytes: number });
