import { formatBytes } from '#core/text/format-bytes.ts';
import { PRUNE_ADVICE, type FolderSize } from '../../recorder/folder-size.ts';
import { checkOwner } from '../../shim/own-data.ts';
import { canReadRecordings, READER_NODE } from '../../shim/reader-node.ts';
import type { Examined } from '../../store/examine.ts';
import { asStoreError, errorCode } from '../../store/store-error.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Machine } from './machine.ts';

export function checkNode({ node }: Machine): Diagnosis {
  if (canReadRecordings(node)) return { subject: 'Node', health: 'ok', text: node };
  return {
    subject: 'Node',
    health: 'broken',
    text: `${node} records, but cannot read recordings`,
    advice: `install Node ${READER_NODE} or newer`,
  };
}

/** The native module, the database and its size. `recorders`: of live recordings; undefined when they cannot be read. */
export async function checkDatabase(
  machine: Machine,
): Promise<Pick<Partial<Examined>, 'recorders'> & { readonly lines: readonly Diagnosis[] }> {
  const { database } = machine.folder;
  if (!canReadRecordings(machine.node)) return { lines: [] }; // loading the module would end this process
  try {
    await machine.loadSqlite();
  } catch (cause) {
    return { lines: [explain('native module', cause, database)] };
  }
  const native: Diagnosis = { subject: 'native module', health: 'ok', text: 'better-sqlite3 is loaded' };
  const stat = machine.stat(database, 'link');
  if (!stat || typeof checkOwner(stat, 'file', machine.uid) === 'object') return { lines: [native] }; // missing, or not to be opened
  try {
    const examined = await machine.examine(database);
    const lines = [native, checkHealth(database, examined), checkSize(examined.size)];
    return { lines, recorders: examined.recorders };
  } catch (cause) {
    return { lines: [native, explain('database', cause, database)] };
  }
}

const AWAY =
  'save what can be read (acptap list, acptap export), move it away, and import the files; what is in the spool folder is read into a new one';

function checkHealth(database: string, { damage, version }: Examined): Diagnosis {
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
  return {
    subject,
    health: 'ok',
    text: version === 'older' ? `${database} is sound; the next command updates it` : `${database} is sound`,
  };
}

function explain(subject: string, cause: unknown, database: string): Diagnosis {
  const { message } = asStoreError(cause, database) as Error;
  const [text = message, advice] = message.split(/; (?=[^;]*$)/);
  const isBusy = errorCode(cause)?.startsWith('SQLITE_BUSY');
  return { subject, health: isBusy ? 'look' : 'broken', text, ...(advice === undefined ? {} : { advice }) };
}

function checkSize({ used, isLarge }: FolderSize): Diagnosis {
  const text = `recordings take ${formatBytes(used)}`;
  if (!isLarge) return { subject: 'size', health: 'ok', text };
  return { subject: 'size', health: 'look', text, advice: PRUNE_ADVICE };
}
