import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { markDataFolderWatched } from '../../proxy/recorder/watched.ts';
import { lines } from '../support/peers/lines.mjs';
import {
  acptapProcess,
  childrenOf,
  kill,
  peer,
  processesWith,
  start,
  startShim,
  wrapped,
  type Running,
} from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { spoolNames } from '../support/folders.ts';
import { waitFor } from '../support/wait-for.ts';
import { remains, tornRecording, type Fault, type Place, type Seen } from './fault.ts';

/** Kills come at random, from the start until well after the recorder has started its work. */
const LATEST_KILL_MS = 1500;

/** Every fourth round kills at once. */
const momentOf = (round: number) => (round % 4 === 0 ? 0 : Math.round(Math.random() * LATEST_KILL_MS));

/**
 * Both sides write without a pause. A watched recorder keeps up; an unwatched one waits until the wire is less busy.
 */
function startLoad({ folder, home }: Place, isWatched: boolean): Running {
  const shim = startShim(peer('flood', join(folder, 'copy')), { home });
  let number = 0;
  const timer = setInterval(() => {
    if (isWatched && existsSync(home)) markDataFolderWatched(join(home, 'watched'));
    shim.child.stdin.write(`{"jsonrpc":"2.0","id":${number++},"method":"_ask"}\n`);
  }, 1);
  onTestFinished(() => clearInterval(timer));
  void shim.exited.then(() => clearInterval(timer));
  return shim;
}

const recorderNow = (shim: Running) => childrenOf(shim.pid).find(({ words }) => words[1]?.endsWith('recorder.js'))?.pid;

async function killing(place: Place, round: number, victims: 'shim' | 'recorder' | 'both'): Promise<Seen> {
  const shim = startLoad(place, round % 2 === 1);
  await pause(momentOf(round));
  const recorder = recorderNow(shim); // there may be no recorder yet
  if (victims !== 'shim' && recorder !== undefined) kill(recorder, 'SIGKILL');
  if (victims !== 'recorder') kill(shim.pid, 'SIGKILL');
  else {
    const before = shim.stdout().length;
    await waitFor('more from the agent', () => shim.stdout().length > before);
    shim.child.kill('SIGTERM');
  }
  const { signal } = await shim.closed;
  const received = shim.stdout();
  const copy = join(place.folder, 'copy');
  const isDirect =
    received.equals(lines(received.length)) && signal === (victims === 'recorder' ? 'SIGTERM' : 'SIGKILL');
  await waitFor('the end of the agent', () => processesWith(copy).length === 0);
  const readByAgent = existsSync(copy) ? readFileSync(copy) : Buffer.of();
  return {
    wire: isDirect ? 'direct' : `${received.length} bytes, ${signal}`,
    recording: await tornRecording(place.home, { received, readByAgent }),
    ...(await remains(place)),
  };
}

/** An agent that ignores the end of stdin, TERM and a broken pipe, and a client that ends without closing anything. */
async function leaving(place: Place, round: number): Promise<Seen> {
  const ms = [0, 20, 100, 500][round % 4] ?? 0;
  const client = start(peer('leaver', String(ms), ...wrapped(peer('stubborn', 'alone', place.folder))), {
    home: place.home,
  });
  await client.exited;
  await waitFor('the end of all processes', () => processesWith(place.folder).length === 0).catch(() => {}); // the row reports it
  return { wire: 'direct', recording: await endedAs(place, 'ended'), ...(await remains(place)) };
}

/** The same agent, whose shim is killed when its recording begins. */
async function beginning(place: Place): Promise<Seen> {
  const shim = startShim(peer('stubborn', 'alone', place.folder), { home: place.home });
  const hasHeader = (name: string) => statSync(join(place.home, 'spool', name), { throwIfNoEntry: false })?.size;
  while (!spoolNames(place.home).some(hasHeader)) await new Promise(setImmediate);
  kill(shim.pid, 'SIGKILL');
  await shim.closed;
  await acptapProcess(place.home, 'list'); // starts a warden, which needs the build
  return { wire: 'direct', recording: await endedAs(place, 'interrupted'), ...(await remains(place)) };
}

async function endedAs({ home }: Place, state: string): Promise<string> {
  const states = (await list(home)).map((recording) => recording.state);
  return states.length === 1 && states[0] === state ? 'complete' : `LOST: ${states.join(', ') || 'no recording'}`;
}

export const killFaults: readonly Fault[] = [
  ...(['shim', 'recorder', 'both'] as const).map((victims): Fault => ({
    name: `kill -9 of ${victims === 'both' ? 'shim and recorder' : `the ${victims}`}, from 0 ms after the start on`,
    rounds: [victims === 'shim' ? 2 : 1, 50],
    recording: 'complete',
    run: (place, round) => killing(place, victims === 'recorder' ? round + 1 : round, victims), // it starts after 0 ms
  })),
  // In the gate, warden.test.ts kills the shim, and the client, of such an agent.
  {
    name: 'kill -9 of the shim as its recording begins, agent ignores TERM: the next command ends it',
    rounds: [0, 50],
    recording: 'complete',
    run: beginning,
  },
  {
    name: 'client gone 0 to 500 ms after the start, agent ignores TERM',
    rounds: [0, 52],
    recording: 'complete',
    run: leaving,
  },
];
