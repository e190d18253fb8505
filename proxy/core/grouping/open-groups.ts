import { createCache } from '#core/cache.ts';
import type { GrowingGroup } from './groups.ts';

/** The open groups of a session, which later entries may continue. */
export interface OpenGroups {
  /** The exchange that opened the session. */
  session: GrowingGroup | undefined;
  /** Its open turns, oldest first; new entries belong to the last. */
  readonly turns: { readonly number: number; readonly group: GrowingGroup }[];
  /** The open text. A next chunk of the same kind continues it. */
  text: GrowingGroup | undefined;
  /** Texts with a messageId, by kind and id: their chunks may alternate with others. */
  readonly texts: ReturnType<typeof createCache<string, GrowingGroup>>;
  plan: GrowingGroup | undefined;
  /** The latest update without a text, tool call or plan. A next update of the same variant continues it. */
  update: { readonly variant: string | undefined; readonly group: GrowingGroup } | undefined;
  /** The most recently used tool calls, by id. */
  readonly toolCalls: ReturnType<typeof createCache<string, GrowingGroup>>;
  readonly running: Set<GrowingGroup>;
  /** Groups of terminals, by terminal id. */
  readonly terminals: ReturnType<typeof createCache<string, GrowingGroup>>;
}

/** The most texts, tool calls or terminals to keep. No agent had more at once in one session. */
const MAX_KEPT = 256;

export const createOpenGroups = (): OpenGroups => ({
  session: undefined,
  turns: [],
  text: undefined,
  texts: createCache(MAX_KEPT),
  plan: undefined,
  update: undefined,
  toolCalls: createCache(MAX_KEPT),
  running: new Set(),
  terminals: createCache(MAX_KEPT),
});

/** The parent, turn and session for a new group. */
export function placeOfNewGroup(open: OpenGroups, session: string | undefined) {
  const turn = open.turns.at(-1);
  return { session, parent: turn?.group ?? open.session, turn: turn?.group.turn };
}

/** Lets the next text, plan or update begin a new group, because a turn begins or ends. */
export function endTexts(open: OpenGroups): void {
  open.text = undefined;
  open.plan = undefined;
  open.update = undefined;
}
