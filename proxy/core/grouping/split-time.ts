import type { GroupTime } from '#core/model/group.ts';
import type { Group } from '#core/model/group.ts';
import type { TimeByOwner } from '#core/model/stats.ts';

/**
 * Splits a time: first the waits for a person, then those for the client; the rest is the agent's. `waitsFor` in
 * `group-connection.ts` decides between person and client. Timeline, detail, Stats and `stats` all use it.
 */
export function splitTime(duration: number, { human, client }: Pick<Group, 'human' | 'client'>): TimeByOwner {
  const ofPerson = Math.min(human, duration);
  const ofClient = Math.min(client, duration - ofPerson);
  return { agent: duration - ofPerson - ofClient, client: ofClient, human: ofPerson };
}

/** Splits the time of a group. An open group, and its current wait, last until `now`. */
export function timeByOwner({ t, until, human, client, waiting }: Omit<GroupTime, 'waits'>, now: number): TimeByOwner {
  const end = Math.max(until ?? now, t);
  const since = waiting && until === null ? Math.max(end - waiting.since, 0) : 0;
  return splitTime(end - t, {
    human: human + (waiting?.on === 'human' ? since : 0),
    client: client + (waiting?.on === 'client' ? since : 0),
  });
}
