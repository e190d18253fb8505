import { formatBytes } from '#core/text/format-bytes.ts';
import { PRUNE_ADVICE, type FolderSize } from '../../recorder/folder-size.ts';
import { checkOwner } from '../../shim/own-data.ts';
import { canReadRecordings, READER_NODE } from '../../shim/reader-node.ts';
import type { Examined } from '../../store/keep/examine.ts';
import { asStoreError, errorCode } from '../../store/connection/store-error.ts';
import { type Diagnosis, toDiagnosis } from './diagnosis.ts';
import type { Installation } from './installation.ts';

export function checkNode({ nodeVersion }: Installation): Diagnosis {
  if (canReadRecordings(nodeVersion)) return { subject: 'Node', health: 'ok', text: nodeVersion };
  return {
    subject: 'Node',
    health: 'broken',
    text: `${nodeVersion} records, but cannot read recordings`,
    advice: `install Node ${READER_NODE} or newer`,
  };
}

/** Checks the native module, the database and its size. `recorders` is undefined if the database cannot be read. */
export async function checkDatabase(
  installation: Installation,
): Promise<Pick<Partial<Examined>, 'recorders'> & { readonly lines: readonly Diagnosis[] }> {
  const { database } = installation.folder;
  if (!canReadRecordings(installation.nodeVersion)) return { lines: [] }; // loading the module would end this process
  try {
    await installation.loadSqlite();
  } catch (cause) {
    return { lines: [explain('native module', cause, database)] };
  }
  const native: Diagnosis = { subject: 'native module', health: 'ok', text: 'better-sqlite3 is loaded' };
  const stat = installation.stat(database, 'link');
  if (!stat || typeof checkOwner(stat, 'file', installation.uid) === 'object') return { lines: [native] }; // missing, or reported by checkFolder
  try {
    const examined = await installation.examine(database);
    const lines = [native, checkHealth(database, examined), checkSize(examined.size)];
    return { lines, recorders: examined.recorders };
  } catch (cause) {
    return { lines: [native, explain('database', cause, database)] };
  }
}

const AWAY =
  'save what can be read (acptap list, acptap export), move it away, and import the files; the spool folder is read into a new database';

function checkHealth(database: string, { damage, version, pages }: Examined): Diagnosis {
  const subject = 'database';
  if (damage !== undefined)
    return { subject, health: 'broken', text: `${database} is damaged: ${damage}`, advice: AWAY };
  if (version === 'newer')
    return {
      subject,
      health: 'broken',
      text: `${database} was written by a newer acptap`,
      advice: 'install that one, or set ACPTAP_HOME to another folder',
    };
  if (pages.used + pages.free === 0)
    return {
      subject,
      health: 'look',
      text: `${database} is empty: the next command makes a new database of it`,
      advice: 'if it had recordings, put a copy of it back before',
    };
  return {
    subject,
    health: 'ok',
    text: version === 'older' ? `${database} is sound; the next command updates it` : `${database} is sound`,
  };
}

function explain(subject: string, cause: unknown, database: string): Diagnosis {
  const isBusy = errorCode(cause)?.startsWith('SQLITE_BUSY');
  return toDiagnosis(subject, asStoreError(cause, database) as Error, isBusy ? 'look' : 'broken');
}

function checkSize({ used, isLarge }: FolderSize): Diagnosis {
  const text = `recordings take ${formatBytes(used)}`;
  if (!isLarge) return { subject: 'size', health: 'ok', text };
  return { subject: 'size', health: 'look', text, advice: PRUNE_ADVICE };
}
