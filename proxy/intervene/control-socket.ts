import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ControlMessage } from '#core/contract/control.ts';
import type { createControl } from '#core/intervene/control.ts';
import { claimFolder, claimSocket } from '../shim/own-data.ts';
import type { DataFolder } from '../shim/data-folder.ts';
import { reasonOf, writeStderrLine } from '../shim/stderr-line.ts';
import { controlAddress, isShortEnough } from './control-address.ts';
import { createLines } from './lines.ts';

/** The pause between two states for a watcher: a busy wire changes one with each frame. */
const STATE_MS = 50;

/** The functions that connections of the socket call. */
export interface ControlPorts {
  readonly control: ReturnType<typeof createControl>;
  readonly watch: () => void;
  readonly unwatch: () => void;
  /** Called after each request. */
  readonly update: () => void;
}

/**
 * Listens for commands of the same user. Trouble is one line on stderr: the wire goes on without control. Nothing here
 * keeps the process alive, and a slow reader gets only the newest state.
 */
export function openControlSocket(folder: DataFolder, id: string, { control, watch, unwatch, update }: ControlPorts) {
  const watchers = new Set<Socket>();
  const late = new Set<Socket>(); // their state is older than the newest
  const sockets = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  let server: Server | undefined;

  function sendStates(): void {
    timer = undefined;
    const line = toLine({ state: control.state() });
    for (const socket of watchers)
      if (socket.writableLength === 0) socket.write(line);
      else late.add(socket);
  }

  function changed(): void {
    if (watchers.size > 0) timer ??= setTimeout(sendStates, STATE_MS).unref();
  }

  function accept(socket: Socket): void {
    const lines = createLines();
    const begin = () => {
      if (watchers.has(socket)) return;
      watchers.add(socket);
      watch();
    };
    const work = () => {
      for (let line = lines.next(); line !== undefined; line = lines.next()) {
        socket.write(toLine(control.answer(line, begin)));
        update();
        if (!socket.writableNeedDrain) continue;
        socket.pause(); // its answers come first
        return;
      }
    };
    sockets.add(socket);
    socket.unref();
    socket.on('data', (chunk) => {
      if (lines.push(chunk)) work();
      else socket.destroy();
    });
    socket.on('drain', () => {
      socket.resume();
      work();
      if (late.delete(socket)) changed();
    });
    socket.on('error', () => {}); // it closes
    socket.on('close', () => {
      sockets.delete(socket);
      late.delete(socket);
      if (!watchers.delete(socket)) return;
      unwatch();
      update();
    });
  }

  try {
    server = listen(folder, id, accept);
  } catch (cause) {
    notListening(cause);
  }

  return {
    changed,
    close(): void {
      if (server?.listening) rmSync(controlAddress(folder.spool, id).file, { force: true });
      server?.close();
      for (const socket of sockets)
        if (socket.writableLength === 0) socket.end();
        else socket.destroy(); // a write that nobody reads keeps the process alive
    },
  };
}

function listen(folder: DataFolder, id: string, accept: (socket: Socket) => void): Server {
  const { file, address } = controlAddress(folder.spool, id);
  if (!isShortEnough(file)) throw new Error(`${file} is too long for a socket; set ACPTAP_HOME to a shorter folder`);
  // Others must not get at the socket before its permissions are set.
  if ([claimFolder(folder.root, { root: true }), claimFolder(folder.spool)].includes('without-modes'))
    throw new Error(`the file system of ${folder.root} keeps no permissions; set ACPTAP_HOME to a folder elsewhere`);
  if (existsSync(file)) throw new Error(`${file} is in the way; remove it`);
  const server = createServer(accept).unref();
  server.once('error', notListening);
  // Names the socket when it listens: a client removes one that refuses it, because a killed shim leaves such a socket.
  const unnamed = process.platform === 'win32' ? address : join(folder.spool, `${id}.new`);
  server.listen(unnamed, () => {
    try {
      if (process.platform === 'win32') return writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
      claimSocket(unnamed);
      renameSync(unnamed, file);
    } catch (cause) {
      server.close();
      notListening(cause);
    }
  });
  return server;
}

const notListening = (cause: unknown): void =>
  writeStderrLine(`acptap held and acptap inject cannot reach this agent: ${reasonOf(cause)}`);

const toLine = (message: ControlMessage): string => `${JSON.stringify(message)}\n`;
