import { isObject, stringAt } from '#core/wire/json.ts';
import type { Place } from './place.ts';

/** A tool call as its updates have described it so far. Wire values are kept raw: rules judge them. */
export interface ToolCall {
  readonly session: string;
  readonly id: string;
  readonly title: string | undefined;
  readonly kind: string | undefined;
  readonly status: string | undefined;
  /** How often a `tool_call` has introduced it: 0 when only updates or permission requests have spoken of it. */
  readonly introductions: number;
  readonly opened: Place;
  readonly updated: Place;
}

const FINAL = new Set(['completed', 'failed', 'cancelled']);

/** How many ended tool calls are remembered, so that a late update still has its title. */
const REMEMBERED = 1024;

/** How many may be open: more were forgotten by their agent. */
const MOST_OPEN = 4096;

/**
 * Folds `tool_call`, `tool_call_update` and the `toolCall` of permission requests into tool calls: agents exist that send an
 * update without the call before it. Keeps the open ones, as long as they are not beyond counting, and a bounded memory of the rest.
 */
export function createToolCalls() {
  const known = new Map<string, ToolCall>();
  const open = new Set<string>(); // the oldest first, as in `ended`
  const ended = new Set<string>();

  /** A call that runs again counts as open again. */
  function settle(key: string, isEnded: boolean): void {
    const [into, from, most] = isEnded ? ([ended, open, REMEMBERED] as const) : ([open, ended, MOST_OPEN] as const);
    from.delete(key);
    into.add(key);
    if (into.size <= most) return;
    const oldest = into.values().next().value ?? key;
    into.delete(oldest);
    known.delete(oldest);
  }

  return {
    /** `patch` is the update or the permission's `toolCall`; members it lacks stay as they were. */
    apply(
      session: string,
      patch: unknown,
      place: Place,
    ): { toolCall: ToolCall; before: ToolCall | undefined } | undefined {
      const id = stringAt(patch, 'toolCallId');
      if (id === undefined || !isObject(patch)) return undefined;
      const key = keyOf(session, id);
      const before = known.get(key);
      const call: ToolCall = {
        session,
        id,
        title: stringAt(patch, 'title') ?? before?.title,
        kind: stringAt(patch, 'kind') ?? before?.kind,
        status: stringAt(patch, 'status') ?? before?.status,
        introductions: (before?.introductions ?? 0) + (stringAt(patch, 'sessionUpdate') === 'tool_call' ? 1 : 0),
        opened: before?.opened ?? place,
        updated: place,
      };
      known.set(key, call);
      settle(key, FINAL.has(call.status ?? ''));
      return { toolCall: call, before };
    },
    find: (session: string, id: string): ToolCall | undefined => known.get(keyOf(session, id)),
  };
}

const keyOf = (session: string, id: string): string => JSON.stringify([session, id]);
