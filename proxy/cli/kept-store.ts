import { settle, type SettleOptions } from '../recorder/settle.ts';
import type { DataFolder } from '../shim/data-folder.ts';
import { startRecorder } from '../shim/start-recorder.ts';
import type { Store } from '../store/store.ts';
import { openSettledStore } from './recordings.ts';

/** Spools that lost their recorder while a server runs are looked for this often. */
const SETTLE_MS = 5000;

/** A server answers others between two statements: it does not wait longer than this for another process's transaction. */
const PATIENCE_MS = 100;

/** The database of the data folder for as long as a server runs. */
export interface KeptStore {
  /** Another one after the file was removed or replaced. */
  current(): Store;
  close(): void;
}

/** Opens the database, brings in again and again what the spool folder holds, and opens the file anew when it is another one. */
export async function keepStore(folder: DataFolder): Promise<KeptStore> {
  let store = await open();
  let busy = false;
  const attended = new Set<string>();

  /** Its shim runs on a Node that cannot read what it records, or its recorders were killed: with one, a page can follow it. */
  const onUnattended: NonNullable<SettleOptions['onUnattended']> = (order) => {
    if (attended.has(order.spool)) return; // that one has failed
    attended.add(order.spool);
    startRecorder(order).release();
  };

  async function open(): Promise<Store> {
    const opened = await openSettledStore(folder);
    opened.waitAtMost(PATIENCE_MS);
    return opened;
  }

  async function look(): Promise<void> {
    if (!store.isReplaced()) return settle(store, { ...folder, onTrouble: () => {}, onUnattended });
    const next = await open();
    store.close();
    store = next;
  }

  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void look()
      .catch(() => {}) // said when the server started, or it belongs to a recording that is still being made
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
