import { isObject, stringAt } from '#core/json/json.ts';
import { isFinal } from '#core/protocol/tool-call-status.ts';
import type { MessageRef } from './message-ref.ts';

/** A tool call, merged from its updates so far. Raw wire values: rules judge them. */
export interface ToolCall {
  readonly session: string;
  readonly id: string;
  readonly title: string | undefined;
  readonly kind: string | undefined;
  readonly status: string | undefined;
  /**
   * The number of `tool_call` updates that introduced it: 0 if only later updates or permission requests mention it.
   */
  readonly introductions: number;
  readonly opened: MessageRef;
  readonly updated: MessageRef;
}

/** A key for maps. `session` is undefined where it is unreadable. */
export const toolCallKey = ({ session, id }: { readonly session: string | undefined; readonly id: string }): string =>
  JSON.stringify([session, id]);

/** The number of ended tool calls that are remembered, so that a late update still has its title. */
const MAX_REMEMBERED = 1024;

/** The most open tool calls to keep. If there are more, the agent forgot to end them. */
const MAX_OPEN = 4096;

/**
 * Folds `tool_call`, `tool_call_update` and the `toolCall` of permission requests into tool calls. Some agents send
 * an update without the call before it. Keeps open calls up to a limit, and a bounded memory of ended ones.
 */
export function createToolCalls() {
  const known = new Map<string, ToolCall>();
  const open = new Set<string>(); // oldest first, like `ended`
  const ended = new Set<string>();

  /** Moves a call to `open` or `ended` and forgets the oldest above the limit. An ended call may become open again. */
  function settle(key: string, isEnded: boolean): void {
    const [into, from, most] = isEnded ? ([ended, open, MAX_REMEMBERED] as const) : ([open, ended, MAX_OPEN] as const);
    from.delete(key);
    into.add(key);
    if (into.size <= most) return;
    const oldest = into.values().next().value ?? key;
    into.delete(oldest);
    known.delete(oldest);
  }

  return {
    /** `patch` is the update or the permission's `toolCall`. Members it lacks stay unchanged. */
    apply(
      session: string,
      patch: unknown,
      ref: MessageRef,
    ): { toolCall: ToolCall; before: ToolCall | undefined } | undefined {
      const id = stringAt(patch, 'toolCallId');
      if (id === undefined || !isObject(patch)) return undefined;
      const key = toolCallKey({ session, id });
      const before = known.get(key);
      const call: ToolCall = {
        session,
        id,
        title: stringAt(patch, 'title') ?? before?.title,
        kind: stringAt(patch, 'kind') ?? before?.kind,
        status: stringAt(patch, 'status') ?? before?.status,
        introductions: (before?.introductions ?? 0) + (stringAt(patch, 'sessionUpdate') === 'tool_call' ? 1 : 0),
        opened: before?.opened ?? ref,
        updated: ref,
      };
      known.set(key, call);
      settle(key, isFinal(call.status));
      return { toolCall: call, before };
    },
    find: (session: string, id: string): ToolCall | undefined => known.get(toolCallKey({ session, id })),
  };
}
