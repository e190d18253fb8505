import { AcptapError } from '#core/errors.ts';
import { liveRecording } from '../../recorder/prune.ts';
import { identify, isStoredAlive, toProcess } from '../../shim/process-identity.ts';
import { isDiskFull } from '../../store/connection/reserve.ts';
import { asStoreError } from '../../store/connection/store-error.ts';
import type { Store } from '../../store/store.ts';

/** Removes the rest of killed imports and removals, unless something is live: then a later command does it. */
export function removeUnfinished(store: Store, spool: string): void {
  for (const { no, importer } of store.read.imports())
    if (!isStoredAlive(importer) && liveRecording(store, spool) === undefined)
      store.write.remove(no, identify(process.pid));
}

/**
 * Explains an error of an import or a removal in words. On a full disk, adds the state of the database: `unchanged`,
 * or a rest that the next command removes.
 */
export function explainUnfinished(cause: unknown, store: Store, unchanged: string): unknown {
  if (!isDiskFull(cause)) return asStoreError(cause, store.path);
  const isHalf = store.read.imports().some(({ importer }) => toProcess(importer).pid === process.pid);
  return new AcptapError(
    'store-unusable',
    `cannot change the database ${store.path}: the disk is full: free some space; ${isHalf ? 'the next command removes the rest' : unchanged}`,
    { cause },
  );
}
