import { closeSync, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import type { Writable } from 'node:stream';

/** The target of a forwarded stream. `end` calls `taken` when all bytes are written. The first call closes the stream. */
export interface Receiver {
  readonly stream: Writable;
  end(taken: () => void): void;
}

/** The agent's stdin: ending it closes the pipe. */
export const pipeReceiver = (stream: Writable): Receiver => ({ stream, end: (taken) => void stream.end(taken) });

/**
 * Our end of the pipe to the client, which can really be closed. `process.stdout` keeps its descriptor open until the
 * process ends, so the client would not see that a living agent has closed its stdout.
 */
export function outputReceiver(fd: 1 | 2): Receiver {
  if (isPipe(fd)) {
    const stream = new Socket({ fd, readable: false, writable: true });
    stream.once('close', () => release(fd));
    return pipeReceiver(stream);
  }
  // Files and terminals close with the process.
  const stream = fd === 1 ? process.stdout : process.stderr;
  return { stream, end: (taken) => void stream.write('', () => taken()) };
}

/**
 * Closes a descriptor that libuv leaves open (it closes none below 3), so that the reader of a pipe sees its end. Opens
 * the null device under this number at once, so that later writes to the number reach no other file.
 */
function release(fd: number): void {
  try {
    closeSync(fd);
    openSync(devNull, 'w');
  } catch {
    // somebody else has closed it
  }
}

function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // closed by our parent
  }
}
