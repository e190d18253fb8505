import { basename } from 'node:path';
import { isStoredAlive } from '../../shim/process-identity.ts';
import type { Examined } from '../../store/keep/examine.ts';
import { type Diagnosis, toDiagnosis } from './diagnosis.ts';
import type { Installation } from './installation.ts';
import type { SpoolState } from './read-spools.ts';

/** The age from which a live recording must have a recorder: a busy wire gets one after 15 s. */
const RECORDER_DUE_MS = 20_000;

/** Recordings that are not completely in the database: live ones, those that nobody reads, and unreadable files. */
export function checkSpools(
  installation: Installation,
  recorders: Examined['recorders'] | undefined,
): readonly Diagnosis[] {
  const spools = installation.spools();
  const damaged = installation.namesIn(installation.folder.spool).filter((name) => name.endsWith('.damaged'));
  const readable = spools.filter(({ header }) => header !== undefined);
  const waiting = readable.filter((spool) => !spool.isLive && !hasRecorder(spool, recorders));
  const lines = [
    ...spools.flatMap(({ path, problem }) => (problem ? [unreadable(path, problem)] : [])),
    ...readable.filter((spool) => isUnwatched(spool, installation, recorders)).map(unwatched),
    ...damaged.map(kept),
    ...(waiting.length > 0 ? [orphaned(waiting)] : []),
  ];
  if (lines.length > 0) return lines;
  const live = readable.filter(({ isLive }) => isLive).length;
  return [{ subject: 'spools', health: 'ok', text: live === 0 ? 'none waits' : `${live} live` }];
}

const hasRecorder = ({ header }: SpoolState, recorders: Examined['recorders'] | undefined) =>
  isStoredAlive(recorders?.get(header?.id ?? '') ?? null);

/** True if no recorder reads the spool of a live recording. False if that is unknown, without a readable database. */
const isUnwatched = (spool: SpoolState, { now }: Installation, recorders: Examined['recorders'] | undefined) =>
  spool.isLive &&
  recorders !== undefined &&
  !hasRecorder(spool, recorders) &&
  now() - (spool.header?.startedAt ?? 0) > RECORDER_DUE_MS;

const orphaned = (waiting: readonly SpoolState[]): Diagnosis => ({
  subject: 'spools',
  health: 'look',
  text: `${waiting.length === 1 ? 'the spool of one recording waits' : `the spools of ${waiting.length} recordings wait`} to be read: ${waiting.map(({ path }) => basename(path)).join(', ')}`,
  advice: 'acptap list reads it',
});

const unwatched = ({ header }: SpoolState): Diagnosis => ({
  subject: 'recorder',
  health: 'look',
  text: `the live recording ${header?.id} (acptap run, pid ${header?.shim.pid}) has no recorder; its spool keeps everything`,
  advice: 'acptap list starts one',
});

function unreadable(path: string, problem: Error): Diagnosis {
  const { text, advice = 'move it out of the spool folder' } = toDiagnosis('spools', problem);
  return { subject: 'spools', health: 'broken', text: `${path} cannot be read: ${text}`, advice };
}

const kept = (name: string): Diagnosis => ({
  subject: 'spools',
  health: 'look',
  text: `${name} was damaged; its readable beginning is in the database`,
  advice: 'remove it when you do not need the rest',
});
