import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRUNE_COMMAND } from '#core/contract/api.ts';
import type { Store } from '../store/store.ts';

/** A data folder above this size is worth a notice. */
const LARGE_FOLDER_BYTES = 2_000_000_000;

/** Advice for a large data folder; ends a sentence. */
export const PRUNE_ADVICE = `${PRUNE_COMMAND} lists what could go`;

/** The bytes of a data folder. */
export interface FolderSize {
  /** Used pages of the database. */
  readonly database: number;
  /** Pages that the database keeps for new recordings. */
  readonly free: number;
  /** Files of the spool folder, damaged ones included. */
  readonly spools: number;
  /** The bytes of the database and the spools. */
  readonly used: number;
  /** True above LARGE_FOLDER_BYTES. */
  readonly isLarge: boolean;
}

/** Measures a data folder. Reads no recording, so it takes well below a millisecond. */
export function folderSize(store: { readonly read: Pick<Store['read'], 'pages'> }, spool: string): FolderSize {
  const { used: database, free } = store.read.pages();
  const spools = spoolBytes(spool);
  const used = database + spools;
  return { database, free, spools, used, isLarge: used > LARGE_FOLDER_BYTES };
}

function spoolBytes(folder: string): number {
  try {
    return readdirSync(folder).reduce(
      (sum, name) => sum + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0; // nothing was ever recorded
  }
}
