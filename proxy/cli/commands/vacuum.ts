import { statfsSync } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { formatBytes } from '#core/text/format-bytes.ts';
import { liveRecording } from '../../recorder/prune.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { asStoreError } from '../../store/connection/store-error.ts';
import type { Store } from '../../store/store.ts';
import { openSettledStore } from '../recordings/find-recording.ts';
import { print, warn } from '../output/output.ts';
import { toJsonText } from '../render/json.ts';

/** `vacuum`: gives the free pages of the database back to the disk. */
export async function vacuum({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { root, spool } = dataFolder();
  process.env['SQLITE_TMPDIR'] = root; // SQLite's copy is as private as the database; set before SQLite is loaded
  const store = await openSettledStore();
  try {
    const live = liveRecording(store, spool);
    if (live !== undefined)
      throw new AcptapError(
        'usage',
        `${live} is being recorded, imported or removed: vacuum when that has ended, because nobody else can write meanwhile`,
      );
    const needed = 2 * store.read.pages().used; // the copy, and SQLite's log of it
    requireSpace(root, needed);
    warn(`this needs up to ${formatBytes(needed)} of disk in ${root} meanwhile; interrupting it changes nothing`);
    const { before, after, isComplete } = vacuumOrExplain(store);
    const freed = Math.max(0, before - after);
    await print(
      json
        ? `${toJsonText({ before, after, freed, needed })}\n`
        : `${formatBytes(freed)} given back to the disk: the database had ${formatBytes(before)}, now ${formatBytes(after)}.\n`,
    );
    if (!isComplete) warn('another program reads the database: its file shrinks when that has ended');
  } finally {
    store.close();
  }
}

/** @throws {AcptapError} `store-unusable` for a disk without the space. */
function requireSpace(root: string, needed: number): void {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  if (free < needed)
    throw new AcptapError(
      'store-unusable',
      `vacuum needs ${formatBytes(needed)} of disk in ${root} meanwhile, and ${formatBytes(free)} are free: free some space, or remove recordings first: acptap prune --older-than 30d`,
    );
}

function vacuumOrExplain(store: Store) {
  try {
    return store.vacuum();
  } catch (cause) {
    throw asStoreError(cause, store.path);
  }
}
