import type { GrowingGroup } from './groups.ts';
import { createRecent } from './recent.ts';

/** What is open in a session, for the entries to come. */
export interface Lane {
  /** The exchange that opened the session. */
  session: GrowingGroup | undefined;
  /** Its open turns, the oldest first: what comes belongs to the last. */
  readonly turns: { readonly number: number; readonly group: GrowingGroup }[];
  /** The text that is being written: the next chunk of its kind goes on with it. */
  text: GrowingGroup | undefined;
  /** Texts that have a messageId, by kind and id: their chunks may come between others. */
  readonly texts: ReturnType<typeof createRecent<string, GrowingGroup>>;
  plan: GrowingGroup | undefined;
  /** The last of the updates that tell a state, which come again and again. */
  update: { readonly variant: string | undefined; readonly group: GrowingGroup } | undefined;
  /** Tool calls by id: the running ones and the latest others. */
  readonly toolCalls: ReturnType<typeof createRecent<string, GrowingGroup>>;
  readonly running: Set<GrowingGroup>;
  /** Where the exchanges with a terminal belong, by its id. */
  readonly terminals: ReturnType<typeof createRecent<string, GrowingGroup>>;
}

/** Agents with more of them at once, in one session, were never seen; a recording without end must not need more memory. */
const MANY = 256;

export const createLane = (): Lane => ({
  session: undefined,
  turns: [],
  text: undefined,
  texts: createRecent(MANY),
  plan: undefined,
  update: undefined,
  toolCalls: createRecent(MANY),
  running: new Set(),
  terminals: createRecent(MANY),
});

/** What a new group of the session is below of. */
export function placeIn(lane: Lane, session: string | undefined) {
  const turn = lane.turns.at(-1);
  return { session, parent: turn?.group ?? lane.session, turn: turn?.group.turn };
}

/** A turn begins or ends: what was being written is written. */
export function settle(lane: Lane): void {
  lane.text = undefined;
  lane.plan = undefined;
  lane.update = undefined;
}
