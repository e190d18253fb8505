import { fileURLToPath } from 'node:url';
import { AcptapError } from '#core/errors.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { changeable } from '../../server/change-recordings.ts';
import { wholeDatabase } from '../../server/library.ts';
import type { Store } from '../../store/store.ts';
import { driveDemo } from '../demo/client.ts';
import { interrupted } from '../interrupted.ts';
import { removalPorts } from '../live/removal-ports.ts';
import { print, warn } from '../output/output.ts';
import { openServerStore } from '../recordings/server-store.ts';
import { openSettledStore } from '../recordings/find-recording.ts';
import { renderGrades } from '../render/list.ts';
import { openBrowser, serve } from './inspect.ts';

export interface DemoOptions {
  readonly once?: boolean;
  readonly port?: number;
  readonly open: boolean;
}

const beside = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** `demo`: records a scripted agent and client through the real shim. Then serves the page, or ends with `--once`. */
export async function demo({ once: justOnce, port, open }: DemoOptions): Promise<void> {
  const folder = dataFolder();
  const command = [
    process.execPath,
    beside('cli.js'),
    'run',
    '--name',
    'demo',
    '--',
    process.execPath,
    beside('demo-agent.js'),
  ] as const;
  const began = Date.now();
  if (justOnce) {
    await driveDemo([...command], warn);
    return summarise(await openSettledStore(folder), began);
  }
  const kept = await openServerStore(folder);
  try {
    const server = await serve(changeable(wholeDatabase(kept.current), removalPorts(folder)), folder.watched, port);
    try {
      await print(`The inspector is at ${server.url}\n`);
      if (open) openBrowser(server.onceUrl());
      await print('A demo agent and client are talking through acptap now.\n');
      await driveDemo([...command], warn);
      await summarise(await openSettledStore(folder), began);
      const end = interrupted();
      await print('It serves until you press Ctrl-C.\n');
      await end;
    } finally {
      await server.close();
    }
  } finally {
    kept.close();
  }
}

/**
 * Summarises the first recording of the demo's agent since a time in milliseconds: another demo may run beside this one.
 * Throws when it is missing.
 */
async function summarise(store: Store, began: number): Promise<void> {
  try {
    const program = beside('demo-agent.js');
    const found = store.read
      .recordings()
      .findLast(({ summary }) => summary.command.at(-1) === program && Date.parse(summary.startedAt) >= began);
    const turns = found ? store.read.turns(found.no) : [];
    if (!found || turns.length === 0)
      throw new AcptapError('demo-failed', `the demo ran, but nothing of it was recorded in ${store.path}`);
    const { no, summary } = found;
    const { client, agent, stderr } = summary.entries;
    const outcomes = turns.map(({ outcome }) => outcome ?? 'open').join(', ');
    const lines = [
      `recorded ${summary.id}: ${client} frames from the client, ${agent} from the agent, ${stderr} of stderr`,
      `turns:    ${turns.length} (${outcomes})`,
      `findings: ${renderGrades(summary.findings)}`,
      ...store.read
        .findings(no)
        .filter(({ grade }) => grade === 'error')
        .map(({ seq, rule, message }) => `  #${seq} ${rule}: ${message}`),
      `Look closer: acptap show ${summary.id}, acptap check ${summary.id}`,
    ];
    await print(`${lines.join('\n')}\n`);
  } finally {
    store.close();
  }
}
