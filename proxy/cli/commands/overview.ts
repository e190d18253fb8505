import { existsSync } from 'node:fs';
import { formatBytes } from '#core/text/format-bytes.ts';
import { visible } from '#core/wire/visible.ts';
import { folderSize } from '../../recorder/folder-size.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { canReadRecordings, READER_NODE } from '../../shim/reader-node.ts';
import { print } from '../output/output.ts';
import { countRecordings, renderRecordings } from '../render/list.ts';

/** The most recordings that are listed. */
const NEWEST = 5;

const BEGIN = [
  ['acptap setup', "put acptap before an agent's command in the editor's settings"],
  ['acptap demo', 'record a small scripted agent, and look at it in the browser'],
] as const;

const LOOK = [
  ['acptap inspect', 'look at the recordings in the browser'],
  ['acptap show latest', 'the entries of the newest recording'],
  ['acptap check latest', 'the frames that break the protocol'],
] as const;

const HELP = ['acptap --help', 'all commands'] as const;

/** `acptap` alone: what is recorded, and what to do next. Creates no data folder. */
export async function overview(): Promise<void> {
  const { root, database, spool } = dataFolder();
  if (!canReadRecordings())
    return print(
      `acptap run works with this Node (${process.version}). All other commands need Node >= ${READER_NODE}.\n`,
    );
  const found = existsSync(database) || existsSync(spool) ? await readRecordings(spool) : undefined;
  if (!found || found.recordings.length === 0)
    return print(`Nothing is recorded in ${visible(root)} yet. Begin with one of these:\n\n${next([...BEGIN, HELP])}`);
  const { recordings, used } = found;
  const count = recordings.length;
  const live = recordings.filter(({ state }) => state === 'live').length;
  const rest = count > NEWEST ? [['acptap list', `all ${count} recordings`] as const] : [];
  await print(
    [
      `${countRecordings(count)} in ${visible(root)}, ${formatBytes(used)}${live === 0 ? '' : `; ${live} live`}\n\n`,
      renderRecordings(recordings.slice(0, NEWEST), process.stdout.columns),
      `\n${next([...LOOK, ...rest, HELP])}`,
    ].join(''),
  );
}

async function readRecordings(spool: string) {
  const { openSettledStore } = await import('../recordings/find-recording.ts');
  const store = await openSettledStore();
  try {
    const recordings = store.read.recordings().map(({ summary }) => summary);
    return { recordings, used: folderSize(store, spool).used };
  } finally {
    store.close();
  }
}

const next = (steps: readonly (readonly [command: string, does: string])[]): string =>
  steps.map(([command, does]) => `  ${command.padEnd(21)}${does}\n`).join('');
