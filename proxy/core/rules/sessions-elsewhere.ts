import { namesSession, replaysHistory } from '#core/protocol/method-traits.ts';
import { classifyMethod } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { SessionUpdate, Trace } from '#core/trace/trace.ts';
import { at, isObject, stringAt } from '#core/wire/json.ts';

/** How many ids are remembered. */
const REMEMBERED = 1024;

/**
 * Sessions that the fold does not know as open although peers may speak of them: children that updates announce, and what
 * extensions and methods newer than acptap have brought.
 */
export function createSessionsElsewhere() {
  const known = new Map<string, { canCancel: boolean }>();
  let isWhole = true;

  function add(id: string, canCancel: boolean): void {
    known.set(id, { canCancel });
    if (known.size <= REMEMBERED) return;
    known.delete(known.keys().next().value ?? id);
    isWhole = false;
  }

  return {
    /** To be told every answer. */
    answered({ method, outcome }: Exchange): void {
      if (!outcome?.ok || !isObject(outcome.result)) return;
      const id = outcome.result['sessionId'];
      if (typeof id !== 'string' || ['stable', 'unstable'].includes(classifyMethod(method, undefined))) return;
      add(id, true);
    },

    /** To be told every update. */
    updated({ session, update }: Pick<SessionUpdate, 'session' | 'update'>): void {
      const id = stringAt(update, 'sessionId');
      if (id === undefined || id === session) return;
      const patch = at(update, 'capabilities'); // a missing one changes nothing
      const canCancel = patch === undefined ? (known.get(id)?.canCancel ?? false) : isObject(at(patch, 'cancel'));
      add(id, canCancel);
    },

    has: (id: string): boolean => known.has(id),
    /** Whether the agent has said that the client may cancel this child. */
    canCancel: (id: string): boolean => known.get(id)?.canCancel ?? false,
    /** False once some were forgotten: then nothing is certain about an unknown id. */
    isWhole: (): boolean => isWhole,
  };
}

/** Whether the client has asked for this very session and the agent has not answered yet. Both may speak of it meanwhile. */
export function isComing(trace: Trace, id: string): boolean {
  for (const { method, session } of trace.openRequests('client'))
    if (session === id && replaysHistory(method)) return true;
  return false;
}

/** Whether its history may be coming. */
export function isLoading(trace: Trace, id: string): boolean {
  for (const { method, session } of trace.openRequests('client'))
    if (session === id && method === 'session/load') return true;
  return false;
}

/** Whether the agent is about to name a new session. */
export function isNewComing(trace: Trace): boolean {
  for (const { method } of trace.openRequests('client')) if (namesSession(method)) return true;
  return false;
}
