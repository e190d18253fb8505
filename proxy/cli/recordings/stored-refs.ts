import { AcptapError } from '#core/errors.ts';
import type { StoredRecording } from '../../store/read/read.ts';
import type { Store } from '../../store/store.ts';
import { findStored, isFile, openSettledStore } from './find-recording.ts';

/**
 * Opens the database for a command that changes recordings there, finds all of the refs before anything is changed, and
 * closes it.
 * @throws {AcptapError} `usage` for a file; what `openSettledStore` and `findStored` throw.
 */
export async function withStored<Result>(
  refs: readonly string[],
  does: string,
  work: (store: Store, found: readonly StoredRecording[]) => Result,
): Promise<Awaited<Result>> {
  const file = refs.find(isFile);
  if (file !== undefined) throw new AcptapError('usage', `${file} is a file: ${does}`);
  const store = await openSettledStore();
  try {
    return await work(
      store,
      refs.map((ref) => findStored(store, ref)),
    );
  } finally {
    store.close();
  }
}
