import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Where a forwarded stream goes, and how its end is passed on. `end` calls back when all has been taken. */
export interface Sink {
  readonly stream: Writable;
  end(taken: () => void): void;
}

/** The agent's stdin: ending it closes the pipe. */
export const pipeSink = (stream: Writable): Sink => ({ stream, end: (taken) => void stream.end(taken) });

/**
 * Our end of the pipe to the client, so that its end really closes it: `process.stdout` keeps its descriptor open until the
 * process ends, so an agent that closes its stdout and lives on could not be passed on.
 */
export function outputSink(fd: 1 | 2): Sink {
  if (isPipe(fd)) return pipeSink(new Socket({ fd, readable: false, writable: true }));
  // Files and terminals are closed by the end of the process.
  const stream = fd === 1 ? process.stdout : process.stderr;
  return { stream, end: (taken) => void stream.write('', () => taken()) };
}

function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // closed by whoever started us
  }
}
