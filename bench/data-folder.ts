import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CLI } from './programs.ts';

/** The longest time for the recorder to ingest a bench's recording. */
const PATIENCE_MS = 300_000;

/** Frames of each side, sent or recorded. */
export interface FrameCounts {
  readonly client: number;
  readonly agent: number;
}

/** An empty `ACPTAP_HOME` for one run. */
export function freshDataFolder(folder: string) {
  const home = mkdtempSync(join(folder, 'home-'));
  const env = { ...process.env, ACPTAP_HOME: home };
  return {
    env,
    /**
     * Resolves when the recorder has ingested everything and closed the database: otherwise it would disturb the next
     * measurement.
     */
    async settled(): Promise<void> {
      for (const since = performance.now(); !isSettled(home); await rest(20))
        if (performance.now() - since > PATIENCE_MS) throw new Error('the recorder did not finish');
    },
    recorded: () => countFrames(env),
    /** Bytes of the database on the disk. */
    databaseBytes: (sizeOf: (path: string) => number) => sizeOf(join(home, 'acptap.db')),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** True without a spool and a write-ahead log, which the last process removes. */
function isSettled(home: string): boolean {
  const spool = join(home, 'spool');
  return (!existsSync(spool) || readdirSync(spool).length === 0) && !existsSync(join(home, 'acptap.db-wal'));
}

async function countFrames(env: NodeJS.ProcessEnv): Promise<FrameCounts> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'list', '--json'], { env });
  const [recording] = JSON.parse(stdout) as { readonly entries: FrameCounts }[]; // its documented output
  return recording?.entries ?? { client: 0, agent: 0 };
}
