import { valueAt, stringAt } from '#core/json/json.ts';
import { addNewest } from '#core/set-newest.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { toolCallKey } from '#core/trace/tool-calls.ts';
import type { SessionUpdate } from '#core/trace/trace.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import type { FrameEntry } from '#core/wire/entry.ts';
import { garbledUpdates } from '../engine/garbled-update.ts';

/** How many tool calls are remembered. */
const MAX_REMEMBERED = 1024;

/**
 * Tool calls that the agent reported in a form that receivers cannot read, so that the fold does not know them: under a
 * misspelt variant or member, in a request, or in a line that is not JSON. Other rules report that form; consequences
 * are not a second mistake.
 */
export function createOtherToolCalls() {
  const known = new Set<string>();

  function add(session: string | undefined, id: string | undefined): void {
    if (id !== undefined) addNewest(known, toolCallKey({ session, id }), MAX_REMEMBERED);
  }

  return {
    /** Call for every update. */
    updated({ session, variant, update }: SessionUpdate): void {
      if (variant?.startsWith('tool_call') && stringAt(update, 'toolCallId') !== undefined) return; // the fold knows it
      if (typeof update === 'object') add(session, idOf(update));
    },
    /** Call for every frame. */
    frame({ from }: FrameEntry, decoded: Decoded): void {
      if (from !== 'agent' || decoded.kind !== 'not-json') return;
      for (const { session, ids } of garbledUpdates(decoded.text)) add(session, ids.toolCallId);
    },
    /** Call for every request. */
    requested({ method, session, params }: Exchange): void {
      if (method === 'session/update' && session !== undefined) add(session, idOf(valueAt(params, 'update')));
    },
    has: (session: string, id: string): boolean =>
      known.has(toolCallKey({ session, id })) || known.has(toolCallKey({ session: undefined, id })),
  };
}

const idOf = (update: unknown) => stringAt(update, 'toolCallId') ?? stringAt(update, 'id');
