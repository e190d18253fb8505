import { stringAt } from '#core/wire/json.ts';
import type { Exchange } from './exchanges.ts';
import type { Place } from './place.ts';

/** A terminal that the client made for the agent (version 1). */
export interface Terminal {
  readonly id: string;
  readonly session: string;
  readonly created: Place;
  /** When the agent asked to release it. */
  readonly released?: Place;
}

/** How many released terminals are remembered, to tell a late use from an unknown id. */
const REMEMBERED = 256;

/** Folds `terminal/create` and `terminal/release`. Keeps the terminals that are open and a bounded memory of released ones. */
export function createTerminals() {
  const known = new Map<string, Terminal>();
  const released: string[] = [];
  return {
    /** The terminal that an answer brought. `duplicate` is a living one of the same id. */
    answered({ method, session, outcome, closed }: Exchange): { terminal: Terminal; duplicate?: Terminal } | undefined {
      const id = method === 'terminal/create' && outcome?.ok ? stringAt(outcome.result, 'terminalId') : undefined;
      if (id === undefined || session === undefined || !closed) return undefined;
      const before = known.get(id);
      const terminal = { id, session, created: closed };
      known.set(id, terminal);
      return before && !before.released ? { terminal, duplicate: before } : { terminal };
    },
    /** The terminal that a request releases. It counts as released from the request on: the agent must not use it afterwards. */
    requested({ method, params, opened }: Exchange): Terminal | undefined {
      const id = method === 'terminal/release' ? stringAt(params, 'terminalId') : undefined;
      const before = id === undefined ? undefined : known.get(id);
      if (id === undefined || !before || before.released) return undefined;
      const terminal = { ...before, released: opened };
      known.set(id, terminal);
      released.push(id);
      if (released.length > REMEMBERED) known.delete(released.shift() ?? '');
      return terminal;
    },
    /** Living and lately released ones. */
    find: (id: string): Terminal | undefined => known.get(id),
    open: (): readonly Terminal[] => [...known.values()].filter(({ released: gone }) => !gone),
  };
}
