import { processStat } from './process-identity.ts';

/**
 * Returns a function that is true once the process that started us has ended. `atStart` is our parent when our first line ran. By then
 * the real one may have ended already, and its children belong to process 1 or to another reaper.
 */
export function watchParent(atStart: number): () => boolean {
  let gone: boolean | undefined;
  return () => {
    if (gone !== true && process.ppid !== atStart) gone = true;
    return (gone ??= isReaper(atStart));
  };
}

/**
 * Process 1 is the real parent where its process group is ours: in a container it may be the client. Any other reaper is known by its
 * session, because a child begins in its parent's. A reaper in our session, or of a process that leads its own, is taken for a parent.
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
  if (!ours || !theirs) return parent === 1; // a /proc that hides others
  if (parent === 1) return theirs.group !== ours.group;
  return ours.session !== pid && theirs.session !== ours.session;
}
