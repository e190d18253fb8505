import { folderSize } from '../../recorder/folder-size.ts';
import { requireReaderNode } from '../../recorder/node-version.ts';
import { unreadSpools } from '../../recorder/unread-spools.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { canReadRecordings } from '../../shim/reader-node.ts';
import { print, warn } from '../output/output.ts';
import { largeFolderNotice, renderList, renderUnread } from '../render/list.ts';
import { toJsonText } from '../render/json.ts';

/** `list`: recordings of the data folder, newest first. On an old Node, those whose spools wait for a newer one. */
export async function list({ json }: { readonly json?: boolean }): Promise<void> {
  if (!json && !canReadRecordings())
    await print(renderUnread(unreadSpools(dataFolder().spool), process.stdout.columns));
  requireReaderNode();
  const { openSettledStore } = await import('../recordings/find-recording.ts'); // an older Node cannot even load it
  const store = await openSettledStore();
  try {
    const recordings = store.read.recordings().map(({ summary }) => summary);
    const { used, isLarge } = folderSize(store, dataFolder().spool);
    const { columns } = process.stdout;
    await print(json ? `${toJsonText(recordings)}\n` : renderList(recordings, { database: store.path, used, columns }));
    if (isLarge) warn(largeFolderNotice(used));
  } finally {
    store.close();
  }
}
