import {
  MAX_FOLDERS,
  type FileOperation,
  type FileRow,
  type FilesQuery,
  type FilesWindow,
  type FileTotals,
} from '#core/model/files.ts';
import { wasDelivered } from '#core/cards/card-message.ts';
import type { FileFold } from './file-fold.ts';
import { isWithin, keyOfPath } from './file-path.ts';
import { offeredFolders } from './offered-folders.ts';

/** Returns true for the number of an entry that matches a filter. */
export type Holds = (seq: number) => boolean;

type Window = Omit<FilesQuery, 'q'>;

/** The files of a recording, with the operations that have a matching entry. */
export function filesWindow(fold: FileFold, { folder, from, count }: Window, holds?: Holds): FilesWindow {
  const rows = new Map<string, Growing<FileRow>>();
  const all = new Map<string, string>();
  const totals: Growing<FileTotals> = { ...NOTHING };
  for (const operation of fold.operations()) {
    const { path, seq } = operation;
    const key = keyOfPath(path);
    if (!all.has(key)) all.set(key, path);
    if (!isWithin(path, folder) || !isShown(operation, holds)) continue;
    const row = rows.get(key) ?? { path, first: seq, last: seq, text: null, ...NOTHING };
    rows.set(key, row);
    row.last = seq;
    row.text = textOf(operation) ?? (makesTextUnknown(operation) ? null : row.text);
    add(row, operation);
    add(totals, operation);
  }
  return {
    from,
    files: [...rows.values()].slice(from, from + count),
    total: rows.size,
    unfiltered: all.size,
    totals,
    commands: fold.commands(),
    unread: fold.unread(),
    folders: offeredFolders(all.values()).slice(0, MAX_FOLDERS),
  };
}

/** Returns the operations of a file that have a matching entry, in order. */
export function operationsByFile(fold: FileFold, holds?: Holds): (path: string) => readonly FileOperation[] {
  const byKey = Map.groupBy(fold.operations(), ({ path }) => keyOfPath(path));
  return (path) => (byKey.get(keyOfPath(path)) ?? []).filter((operation) => isShown(operation, holds));
}

/** The entry with the whole text that an operation read or wrote. */
export function textOf(operation: FileOperation): number | undefined {
  if (!wasDelivered(operation)) return undefined;
  if (operation.kind === 'write') return operation.isFailed || operation.answered === null ? undefined : operation.seq;
  if (operation.kind !== 'read' || operation.isFailed) return undefined;
  return operation.line === null && operation.limit === null ? (operation.answered ?? undefined) : undefined;
}

/** True if the agent changed the file itself. */
const isByAgent = (operation: FileOperation): boolean =>
  operation.kind === 'proposal' && operation.outcome === 'by-agent';

/** True for a refused change whose call completed, without a write through the client. */
export const isCompletedDespiteRefusal = (operation: FileOperation): boolean =>
  operation.kind === 'proposal' && operation.outcome === 'unrecorded' && operation.permission === 'rejected';

/** True if the agent may have changed the file itself, so that its last recorded text may be outdated. */
export const makesTextUnknown = (operation: FileOperation): boolean =>
  isByAgent(operation) || (operation.kind === 'proposal' && operation.outcome === 'unrecorded');

/** True for a write by the client, or a change by the agent itself, that had no permission. */
export const isUnasked = (operation: FileOperation): boolean =>
  ((operation.kind === 'write' && !operation.isFailed) || isByAgent(operation)) &&
  'permission' in operation &&
  operation.permission === 'none';

type Growing<T> = { -readonly [member in keyof T]: T[member] };

const NOTHING: FileTotals = {
  reads: 0,
  proposals: 0,
  permissions: 0,
  writes: 0,
  byAgent: 0,
  mentions: 0,
  undelivered: 0,
  added: 0,
  removed: 0,
  different: 0,
  unasked: 0,
  despiteRefusal: 0,
  completedDespiteRefusal: 0,
};

const NAMES = {
  read: 'reads',
  proposal: 'proposals',
  permission: 'permissions',
  write: 'writes',
  mention: 'mentions',
} as const;

function add(totals: Growing<FileTotals>, operation: FileOperation): void {
  const isAccess = operation.kind === 'read' || operation.kind === 'write';
  if (isAccess && !wasDelivered(operation)) return void (totals.undelivered += 1);
  totals[NAMES[operation.kind]] += 1;
  const isOwn = isByAgent(operation);
  if (isCompletedDespiteRefusal(operation)) totals.completedDespiteRefusal += 1;
  if (isOwn) totals.byAgent += 1;
  if ((operation.kind !== 'write' || operation.isFailed) && !isOwn) return;
  if (operation.kind !== 'write' && operation.kind !== 'proposal') return;
  totals.added += operation.added ?? 0;
  totals.removed += operation.removed ?? 0;
  if (operation.kind === 'write' && operation.match === 'different') totals.different += 1;
  if (isUnasked(operation)) totals.unasked += 1;
  if (operation.permission === 'rejected') totals.despiteRefusal += 1;
}

const isShown = (operation: FileOperation, holds: Holds | undefined): boolean =>
  !holds ||
  holds(operation.seq) ||
  ('answered' in operation && operation.answered !== null && holds(operation.answered));
