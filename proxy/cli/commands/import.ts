import { importFile } from '../import-file.ts';
import { print } from '../output.ts';
import { visible } from '#core/wire/visible.ts';
import { openSettledStore } from '../find-recording.ts';

/** `import FILE…`: imports recording files into the database and prints their ids. */
export async function importRecordings(files: readonly string[]): Promise<void> {
  const store = await openSettledStore();
  try {
    for (const file of files) {
      const { summary } = await importFile(store, file);
      await print(`${visible(summary.id)}\n`);
    }
  } finally {
    store.close();
  }
}
