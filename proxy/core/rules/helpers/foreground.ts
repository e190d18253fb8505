import { setNewest } from '#core/set-newest.ts';
import { stringAt } from '#core/json/json.ts';
import type { SessionUpdate } from '#core/trace/trace.ts';

/** Whether the agent works in a session of version 2. `unknown`: the update has a state that acptap does not know. */
export type Foreground = 'idle' | 'at-work' | 'unknown';

const KNOWN: ReadonlyMap<string, Foreground> = new Map([
  ['idle', 'idle'],
  ['running', 'at-work'],
  ['requires_action', 'at-work'],
]);

/** How many sessions are remembered. Bounded, because updates may name sessions that were never opened. */
const FOLLOWED = 1024;

/** Keeps the state of each session from the `state_update`s of version 2. Sessions start idle. */
export function createForegrounds() {
  const states = new Map<string, Foreground>();
  return {
    of: (session: string): Foreground => states.get(session) ?? 'idle',
    /** Stores the state in a `state_update` and returns the previous one; undefined for other updates. */
    store({ session, variant, update }: SessionUpdate): Foreground | undefined {
      if (variant !== 'state_update') return undefined;
      const before = states.get(session) ?? 'idle';
      setNewest(states, session, KNOWN.get(stringAt(update, 'state') ?? '') ?? 'unknown', FOLLOWED);
      return before;
    },
    forget: (session: string): boolean => states.delete(session),
    /** The remembered sessions that had a `state_update`. */
    sessions: (): Iterable<string> => states.keys(),
  };
}
