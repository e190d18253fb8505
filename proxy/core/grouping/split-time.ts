import type { Wait } from '#core/model/axis.ts';
import type { Group, GroupTime } from '#core/model/group.ts';
import type { TimeByOwner } from '#core/model/stats.ts';
import type { GroupState } from './groups.ts';

/**
 * Splits a time: first the waits for a person, then those for the client, then those for acptap; the rest is the agent's.
 * `exchange-waits.ts` decides who has to act. Timeline, detail, Stats and `stats` all use it.
 */
export function splitTime(duration: number, { human, client, acptap }: Pick<Group, Wait['on']>): TimeByOwner {
  const ofPerson = Math.min(human, duration);
  const ofClient = Math.min(client, duration - ofPerson);
  const ofAcptap = Math.min(acptap, duration - ofPerson - ofClient);
  return { agent: duration - ofPerson - ofClient - ofAcptap, client: ofClient, human: ofPerson, acptap: ofAcptap };
}

/** The sums of a group's waits; all 0 without a group. */
export const waitedFor = (waited?: GroupState['waited']): Pick<Group, Wait['on']> => ({
  human: waited?.human() ?? 0,
  client: waited?.client() ?? 0,
  acptap: waited?.acptap() ?? 0,
});

export const NO_TIME: TimeByOwner = { agent: 0, client: 0, human: 0, acptap: 0 };

/** `sign` -1 subtracts the other time. */
export const addTimes = (one: TimeByOwner, other: TimeByOwner, sign: 1 | -1 = 1): TimeByOwner => ({
  agent: one.agent + sign * other.agent,
  client: one.client + sign * other.client,
  human: one.human + sign * other.human,
  acptap: one.acptap + sign * other.acptap,
});

/** The whole of a time that was split. */
export const sumOfOwners = ({ agent, client, human, acptap }: TimeByOwner): number => agent + client + human + acptap;

/** Splits the time of a group. An open group, and its current wait, last until `now`. */
export function timeByOwner({ t, until, waiting, ...waited }: Omit<GroupTime, 'waits'>, now: number): TimeByOwner {
  const end = Math.max(until ?? now, t);
  const since = waiting && until === null ? Math.max(end - waiting.since, 0) : 0;
  return splitTime(end - t, waiting ? { ...waited, [waiting.on]: waited[waiting.on] + since } : waited);
}
