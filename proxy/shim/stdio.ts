import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** The target of a forwarded stream. `end` closes it and calls back when everything was taken; a second call only calls back. */
export interface Receiver {
  readonly stream: Writable;
  end(taken: () => void): void;
}

/** The agent's stdin: ending it closes the pipe. */
export const pipeReceiver = (stream: Writable): Receiver => ({ stream, end: (taken) => void stream.end(taken) });

/**
 * Our end of the pipe to the client, which can really be closed. `process.stdout` keeps its descriptor open until the
 * process ends, so an agent that closes its stdout and lives on could not be passed on.
 */
export function outputReceiver(fd: 1 | 2): Receiver {
  if (isPipe(fd)) return pipeReceiver(new Socket({ fd, readable: false, writable: true }));
  // Files and terminals close with the process.
  const stream = fd === 1 ? process.stdout : process.stderr;
  return { stream, end: (taken) => void stream.write('', () => taken()) };
}

function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // closed by our parent
  }
}
