import { join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import type { Side } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';
import type { Store } from '../../store/store.ts';
import { openSettledStore } from '../recordings/find-recording.ts';
import { convertFile, convertLogs, type Converted } from '../foreign/convert.ts';
import { importFile } from '../recordings/import-file.ts';
import { print, warn } from '../output/output.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

/**
 * `import FILE…`: imports recording files and files of other tools into the database, and prints their ids. `from`: the
 * files are logs of one connection, the first one written by this side.
 */
export async function importRecordings(files: readonly string[], { from }: { readonly from?: Side }): Promise<void> {
  const logs = from && convertLogs(from, files);
  const store = await openSettledStore();
  try {
    if (logs) return await importConverted(store, files.join(', '), logs);
    for (const file of files) {
      const other = convertFile(file);
      if (other) await importConverted(store, file, other);
      else await printId((await importFile(store, file)).summary.id);
    }
  } finally {
    store.close();
  }
}

async function importConverted(store: Store, file: string, { id, tool, lost, write }: Converted): Promise<void> {
  if (store.read.find(id).some(({ summary }) => summary.id === id))
    throw new AcptapError('file-unusable', `${file} is in the database already, as ${id}; acptap rm ${id} removes it`);
  await inTemporaryFolder('import', async (folder) => {
    const path = join(folder, 'converted.acp.jsonl');
    write(path);
    await importFile(store, path);
  });
  await printId(id);
  warn(`${file} is a file of ${tool}. It lacks, or a recording cannot have: ${lost.join('; ')}`);
}

const printId = (id: string) => print(`${visible(id)}\n`);
