import type { Entry, RecordingHeader, Side } from '#core/wire/entry.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { elapsedUs, seqOf } from '#core/units.ts';

/** The entries from another tool's file, and what was lost in the conversion. */
export interface Foreign {
  /** The tool, for messages. */
  readonly tool: string;
  readonly header: Partial<Pick<RecordingHeader, 'name' | 'command' | 'startedAt'>>;
  readonly entries: readonly Entry[];
  /** Facts that the file does not have, or that a recording cannot have. */
  readonly lost: readonly string[];
}

/** The last time that a file may have: the year 2096, in milliseconds since the epoch. Exact in microseconds, too. */
const LAST_MS = 4e12;

/** True for a time in milliseconds that a recording can have. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= LAST_MS; // also false for NaN

/** Makes a frame of a line, for files without the exact bytes. `elapsed` in microseconds. */
export const frame = (seq: number, elapsed: number, from: Side, line: string): Entry => ({
  kind: 'frame',
  seq: seqOf(seq),
  elapsed: elapsedUs(Math.max(0, Math.round(elapsed))),
  from,
  bytes: encodeUtf8(`${line}\n`),
});
