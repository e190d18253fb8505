import { openSettledStore } from '../recordings.ts';
import { print } from '../output.ts';
import { renderList } from '../render/list.ts';

/** `list`: the recordings of the data folder, newest first. */
export async function list({ json }: { readonly json?: boolean }): Promise<void> {
  const store = await openSettledStore();
  try {
    const recordings = store.read.recordings().map(({ summary }) => summary);
    await print(json ? `${JSON.stringify(recordings)}\n` : renderList(recordings, store.path, process.stdout.columns));
  } finally {
    store.close();
  }
}
