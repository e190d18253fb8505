import type { GroupKind } from '#core/model/group.ts';

/** The key of an entry: `recording.no * 2^32 + seq` (see migrations.ts). Safe integers up to two million recordings. */
const SEQS = 2 ** 32;

export const entryKey = (no: number, seq: number): number => no * SEQS + seq;

export const seqOfKey = (place: number): number => place % SEQS;

/** First and last possible key of a recording's entries, for `BETWEEN`. */
export const keyRange = (no: number, from = 0, to = SEQS - 1): readonly [number, number] => [
  entryKey(no, from),
  entryKey(no, to),
];

/**
 * A parameter of a statement that joins tables and runs often. SQLite plans a join again for each value that is bound to
 * a bare parameter, which takes several times as long as reading a few rows.
 */
export const integer = (parameter: string): string => `CAST(${parameter} AS INTEGER)`;

/** The values of `entry.origin`. */
export const ORIGINS = ['client', 'agent', 'stderr', 'event'] as const;

/** The values of `message.kind`. */
export const MESSAGE_KINDS = ['request', 'notification', 'response', 'error', 'invalid', 'stderr', 'event'] as const;

/** The values of `grp.kind`. */
export const GROUP_KINDS = [
  'session',
  'turn',
  'message',
  'thought',
  'user-message',
  'plan',
  'tool-call',
  'permission',
  'file',
  'terminal',
  'exchange',
  'update',
  'notification',
  'stderr',
  'noise',
  'event',
  'orphan',
] as const satisfies readonly GroupKind[];

/** The entries of a block of the search index. */
export const BLOCK = 256;
