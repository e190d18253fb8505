import { setNewest } from '#core/set-newest.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { namesSession, replaysHistory } from '#core/protocol/method-traits.ts';
import { classifyMethod } from '#core/protocol/methods.ts';
import type { AnsweredExchange } from '#core/trace/exchanges.ts';
import type { SessionUpdate, Trace } from '#core/trace/trace.ts';

/** How many ids are remembered. */
const MAX_REMEMBERED = 1024;

/**
 * Sessions that peers may use although the fold does not know them as open: children that updates announce, and
 * sessions from extensions and from methods newer than acptap.
 */
export function createOtherSessions() {
  const known = new Map<string, { canCancel: boolean }>();
  let isWhole = true;

  function add(id: string, canCancel: boolean): void {
    if (setNewest(known, id, { canCancel }, MAX_REMEMBERED)) isWhole = false;
  }

  return {
    /** Call for every response. */
    answered({ method, outcome }: AnsweredExchange): void {
      if (!outcome.ok || !isObject(outcome.result)) return;
      const id = outcome.result['sessionId'];
      if (typeof id !== 'string' || ['stable', 'unstable'].includes(classifyMethod(method, undefined))) return;
      add(id, true);
    },

    /** Call for every update. */
    updated({ session, update }: Pick<SessionUpdate, 'session' | 'update'>): void {
      const id = stringAt(update, 'sessionId');
      if (id === undefined || id === session) return;
      const patch = valueAt(update, 'capabilities'); // missing: unchanged
      const canCancel = patch === undefined ? (known.get(id)?.canCancel ?? false) : isObject(valueAt(patch, 'cancel'));
      add(id, canCancel);
    },

    has: (id: string): boolean => known.has(id),
    /** Whether the agent offers to cancel this child session. */
    canCancel: (id: string): boolean => known.get(id)?.canCancel ?? false,
    /** False after some ids were forgotten: then an unknown id may be one of them. */
    isWhole: (): boolean => isWhole,
  };
}

/** Whether the client has an open request to load or resume this session. Both sides may already use its id. */
export function isBeingOpened(trace: Trace, id: string): boolean {
  for (const { method, session } of trace.openRequests('client'))
    if (session === id && replaysHistory(method)) return true;
  return false;
}

/** Whether the client has an open `session/load` for this session, so its history may come. */
export function isLoading(trace: Trace, id: string): boolean {
  for (const { method, session } of trace.openRequests('client'))
    if (session === id && method === 'session/load') return true;
  return false;
}

/** Whether the client has an open request that creates a session. */
export function isNewBeingOpened(trace: Trace): boolean {
  for (const { method } of trace.openRequests('client')) if (namesSession(method)) return true;
  return false;
}
