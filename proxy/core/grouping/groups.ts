import type { Wait } from '#core/model/axis.ts';
import type { GroupKind, GroupLevel } from '#core/model/group.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createWaitingTime, type WaitingTime } from './waiting-time.ts';

/** A group without the members of `Group` (`model/group.ts`) that depend on a reader. */
export interface GroupState {
  readonly no: number;
  readonly kind: GroupKind;
  readonly level: GroupLevel;
  readonly parent: GroupState | undefined;
  readonly turn: number | undefined;
  readonly session: string | undefined;
  /** undefined if the title is the summary of the first entry. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly entries: number;
  readonly first: number;
  readonly last: number;
  /** Microseconds of the first entry and of the end; `until` is undefined for a group that has not ended. */
  readonly elapsed: number;
  readonly until: number | undefined;
  readonly waited: Pick<WaitingTime, Wait['on'] | 'waits' | 'waiting'>;
}

/** A mutable group, for the code that builds it. */
export interface GrowingGroup extends GroupState {
  session: string | undefined;
  title: string | undefined;
  status: string | undefined;
  entries: number;
  last: number;
  until: number | undefined;
  readonly parent: GrowingGroup | undefined;
  readonly waited: WaitingTime;
}

export type GroupBeginning = Partial<Pick<GroupState, 'parent' | 'turn' | 'session' | 'title' | 'status'>>;

/** Kinds without an end of their own: their end is their latest entry. */
const ENDLESS: ReadonlySet<GroupKind> = new Set<GroupKind>([
  'message',
  'thought',
  'user-message',
  'plan',
  'update',
  'notification',
  'stderr',
  'noise',
  'event',
  'orphan',
]);

/** Numbers the groups of a recording, and keeps track of changed ones. */
export function createGroups(maxWaits?: number) {
  let count = 0;
  let newest: GrowingGroup | undefined;
  let newestParent: GrowingGroup | undefined; // the session or turn begun last
  let changed = new Set<GrowingGroup>();

  return {
    /** Begins a group with its first entry. */
    begin(
      kind: GroupKind,
      { seq, elapsed }: Entry,
      beginning: GroupBeginning & { readonly parent?: GrowingGroup | undefined } = {},
    ) {
      const { parent } = beginning;
      // Rows stand in the order of time. Below the turn of another session they are not indented.
      const isBelow = parent !== undefined && (parent === newestParent || parent === newestParent?.parent);
      const group: GrowingGroup = {
        no: count++,
        kind,
        level: isBelow ? (parent.level === 0 ? 1 : 2) : (parent?.level ?? 0),
        parent,
        turn: beginning.turn,
        session: beginning.session,
        title: beginning.title,
        status: beginning.status,
        entries: 1,
        first: seq,
        last: seq,
        elapsed,
        until: ENDLESS.has(kind) ? elapsed : undefined,
        waited: createWaitingTime(maxWaits),
      };
      newest = group;
      if (kind === 'session' || kind === 'turn') newestParent = group;
      changed.add(group);
      return group;
    },
    /** Adds an entry to a group. */
    extend(group: GrowingGroup, { seq, elapsed }: Entry): GrowingGroup {
      group.entries += 1;
      group.last = seq;
      if (ENDLESS.has(group.kind)) group.until = elapsed;
      changed.add(group);
      return group;
    },
    /** Marks a group as changed. */
    touch: (group: GrowingGroup): void => void changed.add(group),
    /** The group begun last. */
    newest: (): GrowingGroup | undefined => newest,
    /** Returns the groups that are new or changed since the last call. They may change again. */
    takeChanged(): Iterable<GroupState> {
      const taken = changed;
      changed = new Set();
      return taken;
    },
  };
}

export type Groups = ReturnType<typeof createGroups>;

/** Ends a group and its waiting. */
export function endGroup(group: GrowingGroup, at: number, status = group.status): void {
  group.waited.pass(at);
  group.until = at;
  group.status = status;
}
