import { once } from 'node:events';
import { setImmediate as rest } from 'node:timers/promises';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { serveStdio } from '../../mcp/serve-stdio.ts';
import type { RecordingsPort } from '../../mcp/redacted-recordings.ts';
import { markDataFolderWatched, RENEW_MS } from '../../recorder/watched.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import type { Store } from '../../store/store.ts';
import { storeSource } from '../../store/store-source.ts';
import { interrupted } from '../interrupted.ts';
import { isInFolder } from '../is-in-folder.ts';
import { openServerStore } from '../recordings/server-store.ts';
import { version } from '../version.gen.ts';

/** `mcp`: answers a coding agent on stdio until it closes stdin. stdout has only messages of MCP. */
export async function mcp({ all = false }: { readonly all?: boolean }): Promise<void> {
  const folder = dataFolder();
  const kept = await openServerStore(folder);
  let renewed = Number.NEGATIVE_INFINITY;
  const end = Promise.race([interrupted(), once(process.stdin, 'end'), once(process.stdin, 'close')]);
  const server = await serveStdio({
    recordings: recordingsIn(kept.current, all ? undefined : process.cwd()),
    version,
    rest: () => rest(),
    now: () => performance.now(),
    epoch: Date.now,
    loadRegexes: async () => (await import('../../regex/linear-regex.ts')).compileRegex,
    onAsked() {
      if (performance.now() - renewed < RENEW_MS) return;
      renewed = performance.now();
      markDataFolderWatched(folder.watched); // recorders of live recordings keep up closely
    },
  });
  await end;
  await server.close();
  kept.close();
}

/** The recordings of a database whose agent ran in a folder or below it; without a folder, all. */
export function recordingsIn(current: () => Store, folder: string | undefined): RecordingsPort {
  const isInside = ({ cwd }: RecordingSummary) => folder === undefined || isInFolder(cwd, folder);
  const all = () =>
    current()
      .read.recordings()
      .map(({ summary }) => summary);
  return {
    recordings: () => all().filter(isInside),
    others: () => all().filter((each) => !isInside(each)).length,
    source(id) {
      const store = current();
      const found = store.read.find(id).find(({ summary }) => summary.id === id);
      return found && isInside(found.summary) ? storeSource(store, found.no, `${found.no} ${id}`) : undefined;
    },
  };
}
