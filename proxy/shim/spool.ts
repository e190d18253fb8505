import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, unlinkSync, writeSync, writevSync } from 'node:fs';
import { fileIdentity } from './file-identity.ts';
import { beginCopy, type SpoolCopy } from './spool-copy.ts';
import {
  LATER_SPOOL_FORMAT,
  RECORD_HEADER_BYTES,
  writeRecordHeader,
  type DeliveryRecord,
  type LostRecords,
  type SpoolHeader,
  type SpoolTag,
} from './spool-format.ts';

/** Writes the recording. Methods never throw, because errors must not affect the wire. */
export interface Spool {
  /** Writes a chunk to the file. Returns when the kernel has it. */
  chunk(stream: Stream, chunk: Buffer): void;
  event(event: { readonly event: string; readonly [member: string]: unknown }): void;
  /** Writes the delivery of received frames, with `bytes` if the delivered bytes differ. */
  delivery(record: DeliveryRecord, bytes?: Uint8Array): void;
  /** Bytes in the file. */
  size(): number;
  /**
   * Checks whether the file is still complete and at its path. If it was deleted, copies the next piece of it to a new
   * file. Returns true while there is more to copy: call again soon. If it was cut, starts a new file.
   */
  check(): boolean;
  close(): void;
}

/** The ports of a spool. */
export interface SpoolSetting {
  /** The recording's clock. */
  readonly elapsedUs: () => number;
  /** Creates and checks the folder. Throws when the file must not be created. */
  readonly prepare: () => void;
  /** Called once when a write has failed. */
  readonly onTrouble: (cause: unknown) => void;
  /** Called once when the file was deleted. Without `failure`, a new file has all its content. */
  readonly onDeleted: (failure?: unknown) => void;
  /** Called once when the file was cut. A new file has the number of lost bytes. */
  readonly onCut: () => void;
}

type Stream = 'client' | 'agent' | 'stderr';

const TAGS: Readonly<Record<Stream, SpoolTag>> = { client: 'c', agent: 'a', stderr: 's' };

/** Smaller chunks are copied behind their header, because one plain write is cheaper than a vector (3 µs, not 5 µs). */
const COPIED_BYTES = 16 * 1024;

/** The most bytes of events and deliveries that wait for a failed spool. */
const MOST_PENDING_BYTES = 4 * 1024 * 1024;

/** How long a failed spool waits before the next attempt. */
const RETRY_US = 250_000;

/** A spool that keeps nothing, for `--no-record`. */
export const noSpool: Spool = {
  chunk() {},
  event() {},
  delivery() {},
  size: () => 0,
  check: () => false,
  close() {},
};

/**
 * Opens the spool file. While it cannot be opened or written, counts the lost bytes, and writes a `gap` event with the
 * count when writing works again.
 */
export function openSpool(path: string, header: SpoolHeader, setting: SpoolSetting): Spool {
  const { elapsedUs, prepare, onTrouble, onDeleted, onCut } = setting;
  const scratch = Buffer.allocUnsafe(RECORD_HEADER_BYTES + COPIED_BYTES);
  const lost: Record<Stream, number> = { client: 0, agent: 0, stderr: 0 };
  const passed: Record<Stream, number> = { client: 0, agent: 0, stderr: 0 };
  let current = header; // replaced when the file was cut
  let pending: { readonly tag: SpoolTag; readonly bytes: Buffer }[] = []; // events and deliveries of a failed spool
  let pendingBytes = 0;
  let unkept = 0; // bytes of events and deliveries beyond the limit, which are lost
  let fd: number | undefined;
  let end = 0; // offset after the last complete record; a torn one is cut off here
  let failedAt: number | undefined;
  let troubled = false;
  let torn = false;
  let file: string | undefined; // identity of the file
  let copy: SpoolCopy | undefined; // copy of a deleted file until it is complete
  let deleted = false;
  let cut = false;

  function attempt(write: (fd: number) => void): boolean {
    try {
      fd ??= open();
      write(fd);
      return true;
    } catch (cause) {
      failedAt = elapsedUs();
      if (!troubled) onTrouble(cause);
      troubled = true;
      cutTornRecord();
      return false;
    }
  }

  function open(): number {
    prepare();
    if (current.lost) rmSync(path, { force: true }); // the cut file
    const opened = openSync(path, 'ax+', 0o600); // recordings are private conversations
    const line = Buffer.from(`${JSON.stringify(current)}\n`);
    try {
      writeAll(opened, line, line.length);
      file = fileIdentity(opened);
      return opened;
    } catch (cause) {
      closeSync(opened);
      unlinkSync(path); // a spool without its header is useless
      end = 0;
      throw cause;
    }
  }

  /** Writes all bytes. A full disk may take a part of a record; `end` counts only complete ones. */
  function writeAll(to: number, bytes: Buffer, length: number): void {
    for (let done = 0; done < length;) done += writeSync(to, bytes, done, length - done);
    end += length;
  }

  function cutTornRecord(): void {
    if (fd === undefined) return;
    try {
      ftruncateSync(fd, end);
    } catch {
      torn = true; // the reader stops at a torn record, so nothing may follow it
    }
  }

  function append(to: number, tag: SpoolTag, bytes: Buffer): void {
    writeRecordHeader(scratch, tag, elapsedUs(), bytes.length);
    if (bytes.length <= COPIED_BYTES) {
      bytes.copy(scratch, RECORD_HEADER_BYTES);
      writeAll(to, scratch, RECORD_HEADER_BYTES + bytes.length);
      return;
    }
    const whole = RECORD_HEADER_BYTES + bytes.length;
    const written = writevSync(to, [scratch.subarray(0, RECORD_HEADER_BYTES), bytes]);
    if (written < whole) {
      const rest = Buffer.concat([scratch.subarray(0, RECORD_HEADER_BYTES), bytes]).subarray(written);
      for (let done = 0; done < rest.length;) done += writeSync(to, rest, done);
    }
    end += whole;
  }

  /** Writes the records missing since a failed write: the gap, then the events. */
  function appendMissing(to: number): void {
    for (const stream of ['client', 'agent', 'stderr'] as const) {
      if (lost[stream] === 0) continue;
      append(to, 'e', Buffer.from(JSON.stringify({ event: 'gap', of: stream, bytes: lost[stream] })));
      lost[stream] = 0;
    }
    let done = 0;
    try {
      for (const { tag, bytes } of pending) {
        append(to, tag, bytes);
        pendingBytes -= bytes.length;
        done += 1;
      }
    } finally {
      pending = pending.slice(done);
    }
    if (unkept === 0) return;
    append(to, 'e', Buffer.from(JSON.stringify({ event: 'gap', of: 'acptap', bytes: unkept })));
    unkept = 0;
  }

  function keep(tag: SpoolTag, bytes: Buffer, isNeeded: boolean): void {
    if (!isNeeded && pendingBytes + bytes.length > MOST_PENDING_BYTES) {
      unkept += bytes.length;
      return;
    }
    pending.push({ tag, bytes });
    pendingBytes += bytes.length;
  }

  function record(tag: SpoolTag, bytes: Buffer): boolean {
    const resting = failedAt !== undefined && elapsedUs() - failedAt < RETRY_US;
    if (resting || torn) return false;
    return attempt((to) => {
      if (failedAt !== undefined) appendMissing(to);
      append(to, tag, bytes);
      failedAt = undefined;
    });
  }

  /** Keeps writing to the old file until the copy is complete, so that a kill in between loses only the end. */
  function check(): boolean {
    if (fd === undefined) return false;
    try {
      if (!copy) {
        if (fstatSync(fd).size < end) return replaceCutFile(fd);
        if (fileIdentity(path) === file) return false;
        prepare();
        copy = beginCopy(fd, path);
      }
      if (!copy.step(end)) return true;
      closeSync(fd);
      fd = copy.fd;
      file = fileIdentity(fd);
      torn = false;
      reportDeletion();
    } catch (cause) {
      copy?.discard();
      reportDeletion(cause);
    }
    copy = undefined;
    return false;
  }

  /** Replaces a file that was cut, because later records in it cannot be found by their offsets. */
  function replaceCutFile(old: number): false {
    const format = Math.max(LATER_SPOOL_FORMAT, header['acptap-spool']);
    current = { ...header, 'acptap-spool': format, lost: lostRecords() };
    [fd, end, torn] = [undefined, 0, false];
    closeSync(old);
    if (!cut) onCut();
    cut = true;
    attempt(() => {});
    return false;
  }

  function lostRecords(): LostRecords {
    const before = current.lost ? current.lost.end - Buffer.byteLength(`${JSON.stringify(current)}\n`) : 0;
    const of = (stream: Stream) => passed[stream] - lost[stream];
    return { end: before + end, client: of('client'), agent: of('agent'), stderr: of('stderr') };
  }

  function reportDeletion(failure?: unknown): void {
    if (!deleted) onDeleted(failure);
    deleted = true;
  }

  attempt(() => {});

  return {
    chunk(stream, chunk) {
      passed[stream] += chunk.length;
      if (!record(TAGS[stream], chunk)) lost[stream] += chunk.length;
    },
    event(event) {
      // Copies one piece while stderr can still report a failure. At the exit copies all the rest: the wire is idle,
      // and the recorder removes the spool after the exit event.
      while (check() && event.event === 'exit');
      const bytes = Buffer.from(JSON.stringify(event));
      if (!record('e', bytes)) keep('e', bytes, event.event !== 'injected');
    },
    delivery(delivery, delivered) {
      const missing = lost[delivery.of];
      if (missing > 0 && delivery.from >= passed[delivery.of] - missing) return; // its frame is in the gap
      const json = JSON.stringify(delivery);
      const bytes = delivered ? Buffer.concat([Buffer.from(`${json}\n`), delivered]) : Buffer.from(json);
      if (!record('d', bytes)) keep('d', bytes, false);
    },
    size: () => end,
    check,
    close() {
      // Write a missing gap now, because there is no later chance.
      if (!torn && (pending.length > 0 || lost.client + lost.agent + lost.stderr + unkept > 0)) attempt(appendMissing);
      const descriptor = fd;
      fd = undefined;
      try {
        if (descriptor !== undefined) closeSync(descriptor);
      } catch (cause) {
        if (!troubled) onTrouble(cause);
      }
      torn = true; // nothing is written after this
    },
  };
}
