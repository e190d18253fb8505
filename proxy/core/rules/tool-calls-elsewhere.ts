import type { Exchange } from '#core/trace/exchanges.ts';
import type { SessionUpdate } from '#core/trace/trace.ts';
import { at, stringAt } from '#core/wire/json.ts';

/** How many are remembered. */
const REMEMBERED = 1024;

/**
 * Tool calls that the fold does not know although the agent has reported them, in a way that receivers cannot read: under a variant or
 * a member misspelt, or in a request. That is told as what it is; what follows from it is no second mistake.
 */
export function createToolCallsElsewhere() {
  const known = new Set<string>();

  function see(session: string, update: unknown): void {
    const id = stringAt(update, 'toolCallId') ?? stringAt(update, 'id');
    if (id === undefined) return;
    known.add(keyOf(session, id));
    for (const oldest of known) if (known.size > REMEMBERED) known.delete(oldest);
  }

  return {
    /** To be told every update. */
    updated({ session, variant, update }: SessionUpdate): void {
      if (variant?.startsWith('tool_call') && stringAt(update, 'toolCallId') !== undefined) return; // the fold knows it
      if (typeof update === 'object') see(session, update);
    },
    /** To be told every request. */
    requested({ method, session, params }: Exchange): void {
      if (method === 'session/update' && session !== undefined) see(session, at(params, 'update'));
    },
    has: (session: string, id: string): boolean => known.has(keyOf(session, id)),
  };
}

const keyOf = (session: string, id: string): string => JSON.stringify([session, id]);
