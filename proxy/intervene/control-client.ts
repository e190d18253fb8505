import { readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { basename } from 'node:path';
import type { ControlAnswer, ControlMessage, ControlState, ControlVerb } from '#core/contract/control.ts';
import type { DataFolder } from '../shim/data-folder.ts';
import { claimFolder, claimSocket } from '../shim/own-data.ts';
import { controlAddress, isShortEnough, SOCKET } from './control-address.ts';
import { createLines } from './lines.ts';

/** A shim answers at once, unless it is stopped. */
const PATIENCE_MS = 5000;

/** A connection to a running shim. */
export interface ControlClient {
  readonly id: string;
  /** Resolves to the answer. Rejects when the shim ends or does not answer. */
  request(verb: ControlVerb): Promise<ControlAnswer>;
  /** The function gets each state that follows `watch`. */
  onState(listener: (state: ControlState) => void): void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  close(): void;
}

/** The ids of recordings whose shims listen, or listened when they were killed. */
export function controlIds({ spool }: DataFolder): readonly string[] {
  try {
    return readdirSync(spool)
      .filter((name) => name.endsWith(SOCKET))
      .map((name) => basename(name, SOCKET));
  } catch {
    return []; // nothing was ever recorded
  }
}

/**
 * Connects to the shim of a recording. Undefined if it is gone; its socket is removed then. Says nothing to a socket that
 * is not ours: checks folder and socket first.
 * @throws {ForeignFileError} for a planted socket, and errors of connecting.
 */
export async function connectControl(folder: DataFolder, id: string): Promise<ControlClient | undefined> {
  const { file, address } = controlAddress(folder.spool, id);
  claimFolder(folder.root, { root: true });
  claimFolder(folder.spool);
  if (!isShortEnough(file)) return undefined; // its shim could not listen there
  try {
    if (process.platform !== 'win32') claimSocket(file);
    const socket = connect(address);
    await once(socket, 'connect');
    return createClient(id, socket);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException; // undefined for others
    if (code === 'ECONNREFUSED') rmSync(file, { force: true });
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined;
    throw cause;
  }
}

function createClient(id: string, socket: Socket): ControlClient {
  const lines = createLines();
  const pending = new Map<number, (answer: ControlAnswer) => void>();
  let listener: (state: ControlState) => void = () => {};
  let count = 0;
  const closed = whenClosed();

  async function whenClosed(): Promise<void> {
    await new Promise((resolve) => socket.once('close', resolve)); // `events.once` would reject on an error
    for (const [number, answer] of pending) answer({ id: number, ok: false, error: `the agent of ${id} has ended` });
  }

  function take(message: ControlMessage): void {
    if (!('id' in message)) return listener(message.state);
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  }

  socket.on('data', (chunk) => {
    if (!lines.push(chunk)) socket.destroy();
    for (let line = lines.next(); line !== undefined; line = lines.next()) take(JSON.parse(line) as ControlMessage); // of our own shim
  });
  socket.on('error', () => {}); // it closes

  return {
    id,
    request(verb) {
      count += 1;
      const number = count;
      if (socket.closed) return Promise.resolve({ id: number, ok: false, error: `the agent of ${id} has ended` });
      return new Promise((resolve) => {
        const timer = setTimeout(
          () => resolve({ id: number, ok: false, error: `the acptap of ${id} does not answer` }),
          PATIENCE_MS,
        );
        pending.set(number, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        socket.write(`${JSON.stringify({ ...verb, id: number })}\n`);
      });
    },
    onState: (next) => void (listener = next),
    closed,
    close: () => void socket.destroy(),
  };
}
