import { visible } from '#core/wire/visible.ts';
import { print } from '../output/output.ts';
import { withStored } from '../recordings/stored-refs.ts';

/** `pin REF…` and `unpin REF…`: keeps recordings from pruning, or no longer. Prints their ids. */
export async function pin(refs: readonly string[], pinned: boolean): Promise<void> {
  await withStored(refs, 'acptap pin is for recordings of the database', async (store, found) => {
    for (const { no, summary } of found) {
      store.write.pin(no, pinned);
      await print(`${visible(summary.id)}\n`);
    }
  });
}
