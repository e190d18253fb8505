import { settleSpools, type SettleOptions } from '../../recorder/settle.ts';
import { startIndexer } from '../../recorder/start-indexer.ts';
import type { DataFolder } from '../../shim/data-folder.ts';
import { startRecorder } from '../../shim/start-recorder.ts';
import type { Store } from '../../store/store.ts';
import { openSettledStore } from './find-recording.ts';

/** How often a running server looks for spools without a recorder. */
const SETTLE_MS = 5000;

/** The longest wait for another process's transaction: the server answers other requests between statements. */
const PATIENCE_MS = 100;

/** The database of the data folder while a server runs. */
export interface ServerStore {
  /** Another store after the file was removed or replaced. */
  current(): Store;
  close(): void;
}

/** Opens the database, repeatedly ingests the spool folder, and reopens the file when it was replaced. */
export async function openServerStore(folder: DataFolder): Promise<ServerStore> {
  let store = await open();
  let busy = false;
  const attended = new Set<string>();

  /** Starts a recorder for a shim that has none, because its Node is too old or its recorders were killed. */
  const onMissingRecorder: NonNullable<SettleOptions['onMissingRecorder']> = (order) => {
    if (attended.has(order.spool)) return; // that recorder has failed
    attended.add(order.spool);
    startRecorder(order).release();
  };

  async function open(): Promise<Store> {
    const opened = await openSettledStore(folder, 'share');
    opened.waitAtMost(PATIENCE_MS);
    startIndexer(opened);
    return opened;
  }

  async function look(): Promise<void> {
    if (!store.isReplaced()) {
      startIndexer(store);
      return settleSpools(store, { ...folder, onTrouble: () => {}, onMissingRecorder });
    }
    const next = await open();
    store.close();
    store = next;
  }

  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void look()
      .catch(() => {}) // reported at the start, or by the next command
      .finally(() => (busy = false));
  }, SETTLE_MS);

  return {
    current: () => store,
    close() {
      clearInterval(timer);
      store.close();
    },
  };
}
