import type { TimelineRow } from '#core/contract/timeline.ts';

/** Returns the number of a session; undefined where there is only one, and for entries outside sessions. */
export function sessionNumber(session: string | null, sessions: readonly string[]): number | undefined {
  const index = session === null || sessions.length < 2 ? -1 : sessions.indexOf(session);
  return index === -1 ? undefined : index + 1;
}

/** The session of a row. The request that opens a session does not name it, but its group has it. */
export const sessionOf = ({ session, group }: TimelineRow): string | null => session ?? group?.session ?? null;

/** Number of colours for sessions. */
export const HUES = 6;

/** Returns the colour of a session. A hash (FNV-1a), so that it depends only on the id. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % HUES;
}
