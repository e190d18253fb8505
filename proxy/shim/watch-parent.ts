import { processStat } from './process-table.ts';

/**
 * Returns a function that is true when our parent has ended. `atStart` is our parent at our first line. The real parent
 * may have ended before that, leaving us to process 1 or another reaper.
 */
export function watchParent(atStart: number): () => boolean {
  let gone: boolean | undefined;
  return () => {
    if (gone !== true && process.ppid !== atStart) gone = true;
    return (gone ??= isReaper(atStart));
  };
}

/**
 * Whether a parent is a reaper. Process 1 is the real parent if its process group is ours: in a container it may be the
 * client. Other reapers have another session, because a child starts in its parent's session. A reaper in our session,
 * or of a session leader, is taken for the parent.
 */
export function isReaper(
  parent: number,
  pid = process.pid,
  statOf = processStat,
  platform = process.platform,
): boolean {
  if (platform !== 'linux') return parent === 1;
  const ours = statOf(pid);
  const theirs = statOf(parent);
  if (!ours || !theirs) return parent === 1; // other processes are hidden in /proc
  if (parent === 1) return theirs.group !== ours.group;
  return ours.session !== pid && theirs.session !== ours.session;
}
