import { AcptapError } from '#core/errors.ts';
import { visible } from '#core/wire/visible.ts';
import { identify } from '../../shim/process-identity.ts';
import type { Store } from '../../store/store.ts';
import { print } from '../output/output.ts';
import { explainUnfinished } from '../recordings/remove-unfinished.ts';
import { withStored } from '../recordings/stored-refs.ts';

/** `rm REF…`: removes recordings from the database and prints their ids. Finds all of them before it removes one. */
export async function remove(refs: readonly string[]): Promise<void> {
  await withStored(refs, 'acptap rm removes recordings from the database', async (store, found) => {
    const live = found.find(({ summary }) => summary.state === 'live');
    if (live)
      throw new AcptapError(
        'usage',
        `recording ${live.summary.id} is live: it can be removed when its agent has ended`,
      );
    const ids = new Map(found.map(({ no, summary }) => [no, summary.id])); // two refs can name one recording
    for (const [no, id] of ids) {
      removeOne(store, no, id);
      await print(`${visible(id)}\n`);
    }
  });
}

function removeOne(store: Store, no: number, id: string): void {
  try {
    store.write.remove(no, identify(process.pid));
  } catch (cause) {
    throw explainUnfinished(cause, store, `${id} is still complete`);
  }
}
