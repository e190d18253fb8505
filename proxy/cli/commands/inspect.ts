import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AcptapError } from '#core/errors.ts';
import { folderSize } from '../../recorder/folder-size.ts';
import { markDataFolderWatched, RENEW_MS } from '../../recorder/watched.ts';
import type { AgentsPort } from '../../server/agents.ts';
import { startServer, type InspectorServer } from '../../server/app.ts';
import { parseHostName } from '../../server/host-names.ts';
import { changeable } from '../../server/change-recordings.ts';
import { chosenRecordings, wholeDatabase, type Library } from '../../server/library.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import type { Store } from '../../store/store.ts';
import { interrupted } from '../interrupted.ts';
import { print, warn } from '../output/output.ts';
import { removalPorts } from '../live/removal-ports.ts';
import { runningAgents } from '../live/running-agents.ts';
import { openServerStore } from '../recordings/server-store.ts';
import { findRecording, errorMessage } from '../recordings/find-recording.ts';
import { toJsonText } from '../render/json.ts';

export interface InspectOptions {
  readonly port?: number;
  readonly open: boolean;
  readonly json?: boolean;
  /** Allowed host names, for forwarded ports. */
  readonly allowHost: readonly string[];
}

const PREFERRED_PORT = 4747;

/** `inspect [REF…]`: serves the inspector until it is interrupted. */
export async function inspect(refs: readonly string[], { port, open, json, allowHost }: InspectOptions): Promise<void> {
  const allowed = allowHost.map(parseHostName);
  const folder = dataFolder();
  const found = await Promise.all(refs.map((ref) => findRecording(ref, 'share')));
  const kept = found.length === 0 ? await openServerStore(folder) : undefined;
  const largeFolder = (store: Store) => {
    const { used, isLarge } = folderSize(store, folder.spool);
    return isLarge ? used : null;
  };
  const library = kept
    ? changeable(wholeDatabase(kept.current, largeFolder), removalPorts(folder))
    : chosenRecordings(found);
  const chosen = kept ? undefined : new Set(library.all().map(({ summary }) => summary.id));
  const server = await serve(library, folder.watched, port, allowed, runningAgents(folder, chosen)).catch(
    (cause: unknown) => {
      kept?.close(); // it would keep the process running
      throw cause;
    },
  );

  const end = interrupted();
  if (json) await print(`${toJsonText({ url: server.url, port: server.port, pid: process.pid })}\n`);
  else await print(`The inspector is at ${server.url}\nIt serves until you press Ctrl-C.\n`);
  if (allowed.length > 0)
    warn(
      `the inspector also answers to ${allowed.join(', ')} (--allow-host). There, too, only the link signs in: put the forwarded address in place of http://127.0.0.1:${server.port}`,
    );
  if (open && !json) openBrowser(server.onceUrl());

  await end;
  await server.close();
  kept?.close();
  for (const store of new Set(found.map((recording) => recording.store))) store.close();
}

/** Serves on the preferred port unless another was requested; on any free port if it is taken. */
export async function serve(
  library: Library,
  watched: string,
  port: number | undefined,
  allowedHosts: readonly string[] = [],
  agents?: AgentsPort,
): Promise<InspectorServer> {
  const page = fileURLToPath(new URL('./inspector', import.meta.url));
  let renewed = Number.NEGATIVE_INFINITY;
  const onWatched = () => {
    if (performance.now() - renewed < RENEW_MS) return;
    renewed = performance.now();
    markDataFolderWatched(watched);
  };
  let said = '';
  const onTrouble = (cause: unknown) => {
    if (errorMessage(cause) !== said) warn(`the live feed cannot read the database: ${errorMessage(cause)}`);
    said = errorMessage(cause);
  };
  const options = { library, page, allowedHosts, ...(agents ? { agents } : {}), onWatched, onTrouble };
  try {
    return await startServer({ ...options, port: port ?? PREFERRED_PORT });
  } catch (cause) {
    if (port !== undefined || !(cause instanceof AcptapError)) throw cause;
    return startServer({ ...options, port: 0 });
  }
}

/** Best effort: without a display no browser opens, and the link is printed anyway. */
export function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['explorer.exe', url]
        : ['xdg-open', url];
  if (command === undefined || (process.platform === 'linux' && !hasDisplay())) return;
  const browser = spawn(command, args, { stdio: 'ignore', detached: true });
  browser.on('error', () => warn('no browser could be opened: open the link above'));
  browser.unref();
}

export const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
