import { dirname } from 'node:path';
import { formatBytes } from '#core/text/format-bytes.ts';
import { settingsPath } from '../../recorder/keep-settings.ts';
import { checkOwner, forbiddenBits } from '../../shim/own-data.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Installation } from './installation.ts';

const ELSEWHERE = 'set ACPTAP_HOME to another folder';

/** Checks the data folder: owner, mode, kind of file system, space. Never creates it. */
export function checkFolder(installation: Installation): readonly Diagnosis[] {
  const { root } = installation.folder;
  let there = root;
  while (!installation.stat(there, 'link') && dirname(there) !== there) there = dirname(there);
  const own =
    installation.kindOf(root) !== undefined
      ? [
          checkPart(root, 'folder', installation, forbiddenBits(installation.namesIn(root))),
          ...checkParts(installation),
        ]
      : [checkMissing(there, installation)];
  return [...own, checkFileSystem(there, installation), checkSpace(there, installation)].filter(
    (each) => each !== undefined,
  );
}

/** Checks whether the data folder can be created. `above`: the part of its path that exists. */
function checkMissing(above: string, { folder: { root }, kindOf, canWrite }: Installation): Diagnosis {
  const subject = 'data folder';
  const kind = kindOf(above);
  const broken = (trouble: string, advice: string): Diagnosis => ({
    subject,
    health: 'broken',
    text: `${root} cannot be made, because ${above} ${trouble}`,
    advice,
  });
  if (kind === undefined) return broken('is a link that leads nowhere', ELSEWHERE);
  if (kind !== 'folder') return broken('is not a folder', ELSEWHERE);
  if (!canWrite(above)) return broken('cannot be written', `make ${above} writable, or ${ELSEWHERE}`);
  return { subject, health: 'ok', text: `${root} is made by the first recording` };
}

/** Checks the database, its log, the settings, and the spool folder. Returns only problems. */
function checkParts(installation: Installation): readonly Diagnosis[] {
  const { database, spool } = installation.folder;
  const files = [...['', '-wal', '-shm', '-journal'].map((suffix) => `${database}${suffix}`), settingsPath(database)];
  return [[spool, 'folder'] as const, ...files.map((path) => [path, 'file'] as const)]
    .map(([path, kind]) => checkPart(path, kind, installation))
    .filter((each) => each !== undefined && each.health !== 'ok') as Diagnosis[];
}

function checkPart(
  path: string,
  kind: 'folder' | 'file',
  installation: Installation,
  forbidden?: number,
): Diagnosis | undefined {
  const { stat, uid, canWrite, folder } = installation;
  const isRoot = path === folder.root;
  const found = stat(path, isRoot ? undefined : 'link');
  if (!found) return undefined;
  const subject = isRoot ? 'data folder' : path.slice(folder.root.length + 1);
  const verdict = checkOwner(found, kind, uid, forbidden);
  const mode = (found.mode & 0o777).toString(8);
  if (typeof verdict === 'object')
    return { subject, health: 'broken', text: `${path} ${verdict.refused}`, advice: `move it away, or ${ELSEWHERE}` };
  if (!canWrite(path))
    return {
      subject,
      health: 'broken',
      text: `${path} cannot be written (mode ${mode})`,
      advice: `make it writable, or ${ELSEWHERE}`,
    };
  if (verdict === 'open')
    return {
      subject,
      health: 'look',
      text: `other users of this machine have access to ${path} (mode ${mode})`,
      advice: `chmod ${kind === 'folder' ? 700 : 600} ${path}; the next recording does it, too`,
    };
  return { subject, health: 'ok', text: `${path}, mode ${mode}` };
}

/** Kinds of Linux's statfs(2). */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
]);

const UNSURE: ReadonlyMap<number, string> = new Map([
  [0x65735546, 'FUSE, which may be a network file system'],
  [0x01021997, '9p, a folder of the host system (in WSL: of Windows)'],
  [0x01021994, 'tmpfs: recordings are lost with the next restart'],
]);

/** The database's log needs memory that all processes share, which a network file system does not give. */
function checkFileSystem(folder: string, { fileSystem, platform }: Installation): Diagnosis | undefined {
  const subject = 'file system';
  const type = platform === 'linux' ? fileSystem(folder)?.type : undefined;
  const network =
    platform === 'win32' && folder.startsWith('\\\\') ? 'a network share' : NETWORK.get((type ?? 0) >>> 0);
  const advice = 'set ACPTAP_HOME to a folder on a local disk';
  if (network !== undefined)
    return { subject, health: 'broken', text: `${folder} is on ${network}: the database may be damaged there`, advice };
  const unsure = UNSURE.get((type ?? 0) >>> 0);
  if (unsure !== undefined) return { subject, health: 'look', text: `${folder} is on ${unsure}`, advice };
  return type === undefined ? undefined : { subject, health: 'ok', text: 'not on a network' };
}

/** Bytes for recordings of some hours. */
const LITTLE_SPACE = 200_000_000;

function checkSpace(folder: string, { fileSystem }: Installation): Diagnosis | undefined {
  const free = fileSystem(folder)?.free;
  if (free === undefined) return undefined;
  const text = `${formatBytes(free)} free on the disk of ${folder}`;
  if (free >= LITTLE_SPACE) return { subject: 'space', health: 'ok', text };
  const health = free < LITTLE_SPACE / 100 ? 'broken' : 'look';
  return {
    subject: 'space',
    health,
    text,
    advice: 'free some space: while the disk is full, agents run on and recordings have gaps',
  };
}
