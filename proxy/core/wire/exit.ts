import type { Entry } from './entry.ts';

/** How the agent's process ended; both null when it could not be started. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Returns the end of the agent for an event `exit` or `spawn-failed`, else undefined. Reads wrong types as null. */
export function exitOf(entry: Entry): Exit | undefined {
  if (entry.kind !== 'event') return undefined;
  const { event, ...members } = entry.event;
  if (event === 'spawn-failed') return { code: null, signal: null };
  if (event !== 'exit') return undefined;
  const { code, signal } = members as { readonly code?: unknown; readonly signal?: unknown }; // any type
  return { code: typeof code === 'number' ? code : null, signal: typeof signal === 'string' ? signal : null };
}
