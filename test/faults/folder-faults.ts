import { chmodSync, chownSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, start } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { conversation, inLongRuns, says, type Fault, type Place, type Seen } from './fault.ts';

/** Mounts a small file system on the data folder. Undefined where mounting needs other rights. */
async function withSmallDisk(place: Place, kibibytes: number, run: () => Promise<Seen>): Promise<Seen | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { code } = await start(['mount', '-t', 'tmpfs', '-o', `size=${kibibytes}k,mode=700`, 'tmpfs', place.home])
    .closed;
  if (code !== 0) return undefined;
  try {
    return await run();
  } finally {
    await start(['umount', '-l', place.home]).closed;
  }
}

/** Fills the disk, except for so many bytes. */
function fill({ home }: Place, rest: number): void {
  const { bsize, bavail } = statfsSync(home);
  writeFileSync(join(home, 'spool-filler'), Buffer.alloc(Math.max(0, bsize * bavail - rest)));
}

const enlarge = ({ home }: Place) => start(['mount', '-o', 'remount,size=64m', home]).closed;

const empty = ({ home }: Place) => rmSync(join(home, 'spool-filler'), { force: true });

/** Two users without any rights: ids without a name. */
const [ALICE, MALLORY] = ['54321', 54_322] as const;

async function foreignFolder(place: Place): Promise<Seen | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const as = ['setpriv', `--reuid=${ALICE}`, `--regid=${ALICE}`, '--clear-groups', '--'] as const;
  const { code } = await start([...as, process.execPath, CLI, '--version']).closed;
  if (code !== 0) return undefined;
  chmodSync(place.folder, 0o755);
  chmodSync(place.home, 0o777);
  chownSync(place.home, MALLORY, MALLORY);
  return conversation(place, { by: (words) => [...as, ...words] });
}

/** A recording file that is too large for a small disk. */
function largeFile({ folder }: Place): string {
  const path = join(folder, 'large.acp.jsonl');
  const header = { acptap: 1, id: 'large', startedAt: '2026-11-21T03:00:00.123Z', command: ['agent'], cwd: '/' };
  const frame = { t: 1, from: 'agent', json: { jsonrpc: '2.0', method: '_x', params: ['x'.repeat(1000)] } };
  writeFileSync(path, `${JSON.stringify(header)}\n${`${JSON.stringify(frame)}\n`.repeat(10_000)}`);
  return path;
}

/** Faults of the data folder's place: no space, or another owner. */
export const folderFaults: readonly Fault[] = [
  ...inLongRuns([
    { name: 'data folder: of another user', recording: 'none', run: foreignFolder },
    {
      name: 'disk filled by an import while an agent works',
      recording: 'complete or gap',
      run: (place) =>
        withSmallDisk(place, 6144, () =>
          conversation(place, {
            midway: ({ home }) => says(home, ['import', largeFile(place)], 'the disk is full: free some space'),
            undo: enlarge,
          }),
        ),
    },
    {
      name: 'disk full, and freed',
      recording: 'complete or gap',
      run: (place) =>
        withSmallDisk(place, 10_240, () =>
          conversation(place, {
            async before() {
              await list(place.home);
              fill(place, 200_000);
            },
            midway: () => empty(place),
            size: 8000,
            count: 150,
          }),
        ),
    },
    {
      name: 'disk of 1 MiB, full in the middle, larger afterwards',
      recording: 'complete or gap',
      run: (place) =>
        withSmallDisk(place, 1024, () =>
          conversation(place, {
            size: 8000,
            count: 100,
            undo: enlarge,
          }),
        ),
    },
  ]),
];
