import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { createFold } from '#core/fold/fold.ts';
import { endOf } from '#core/rules/engine/judge-recording.ts';
import type { Store } from '../store/store.ts';

/** Entries in a batch. */
const BATCH = 1000;

/** Folds recordings again after a migration has emptied the derived tables. Only needed after an upgrade. */
export async function refold(store: Store): Promise<void> {
  for (const recording of store.read.unfolded()) {
    refoldOne(store, recording);
    await yieldToOthers();
  }
}

/** Folds one recording again, if necessary, in one transaction. */
export function refoldOne(store: Store, { no, state, exit }: ReturnType<Store['read']['unfolded']>[number]): void {
  store.write.refold(no, function* () {
    const fold = createFold();
    for (const entry of store.read.entries(no)) {
      fold.apply(entry);
      if (fold.size() >= BATCH) yield fold.take();
    }
    const end = endOf({ state, exit });
    if (end !== 'live') fold.finish(end === 'orderly');
    yield fold.take();
  });
}
