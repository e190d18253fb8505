import type { Exchange } from '#core/trace/exchanges.ts';
import type { SessionUpdate } from '#core/trace/trace.ts';
import type { Decoded } from '#core/wire/decode.ts';
import type { FrameEntry } from '#core/wire/entry.ts';
import { at, stringAt } from '#core/wire/json.ts';
import { garbledUpdates } from './garbled-update.ts';

/** How many are remembered. */
const REMEMBERED = 1024;

/**
 * Tool calls that the fold does not know although the agent has reported them, in a way that receivers cannot read: under a variant or
 * a member misspelt, in a request, or in a line that is not JSON. That is told as what it is; what follows from it is no second mistake.
 */
export function createToolCallsElsewhere() {
  const known = new Set<string>();

  function add(session: string | undefined, id: string | undefined): void {
    if (id === undefined) return;
    known.add(keyOf(session, id));
    for (const oldest of known) if (known.size > REMEMBERED) known.delete(oldest);
  }

  return {
    /** To be told every update. */
    updated({ session, variant, update }: SessionUpdate): void {
      if (variant?.startsWith('tool_call') && stringAt(update, 'toolCallId') !== undefined) return; // the fold knows it
      if (typeof update === 'object') add(session, idOf(update));
    },
    /** To be told every frame. */
    frame({ from }: FrameEntry, decoded: Decoded): void {
      if (from !== 'agent' || decoded.kind !== 'not-json') return;
      for (const { session, ids } of garbledUpdates(decoded.text)) add(session, ids.toolCallId);
    },
    /** To be told every request. */
    requested({ method, session, params }: Exchange): void {
      if (method === 'session/update' && session !== undefined) add(session, idOf(at(params, 'update')));
    },
    has: (session: string, id: string): boolean => known.has(keyOf(session, id)) || known.has(keyOf(undefined, id)),
  };
}

const idOf = (update: unknown) => stringAt(update, 'toolCallId') ?? stringAt(update, 'id');

/** No session: it cannot be read. */
const keyOf = (session: string | undefined, id: string): string => JSON.stringify([session, id]);
