import type { SessionUpdate } from '#core/trace/trace.ts';
import { stringAt } from '#core/wire/json.ts';

/** What the states of version 2 say of a session: a state that acptap does not know is neither at work nor idle. */
export type Foreground = 'idle' | 'at-work' | 'unknown';

const KNOWN: ReadonlyMap<string, Foreground> = new Map([
  ['idle', 'idle'],
  ['running', 'at-work'],
  ['requires_action', 'at-work'],
]);

/** How many sessions are followed: an update may name one that was never opened. */
const FOLLOWED = 1024;

/** Follows the `state_update`s of version 2. A session is idle until one says otherwise. */
export function createForegrounds() {
  const states = new Map<string, Foreground>();
  return {
    of: (session: string): Foreground => states.get(session) ?? 'idle',
    /** What the session was before, when the update says what it is; undefined for every other update. */
    see({ session, variant, update }: SessionUpdate): Foreground | undefined {
      if (variant !== 'state_update') return undefined;
      const before = states.get(session) ?? 'idle';
      if (states.size >= FOLLOWED && !states.has(session)) states.delete(states.keys().next().value ?? session);
      states.set(session, KNOWN.get(stringAt(update, 'state') ?? '') ?? 'unknown');
      return before;
    },
    forget: (session: string): boolean => states.delete(session),
    /** Sessions of which a state is known. */
    sessions: (): Iterable<string> => states.keys(),
  };
}
