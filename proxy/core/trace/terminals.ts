import { stringAt } from '#core/json/json.ts';
import { createsTerminal, releasesTerminal } from '#core/protocol/method-traits.ts';
import type { AnsweredExchange, Exchange } from './exchanges.ts';
import type { MessageRef } from './message-ref.ts';

/** A terminal that the client made for the agent (version 1). */
export interface Terminal {
  readonly id: string;
  readonly session: string;
  readonly created: MessageRef;
  /** The agent's request to release the terminal. */
  readonly released?: MessageRef;
}

/** The number of released terminals that are remembered, to distinguish a late use from an unknown id. */
const MAX_REMEMBERED = 256;

/**
 * Folds `terminal/create` and `terminal/release`. Keeps open terminals and a bounded memory of released ones.
 * Some clients count terminals per session, so two sessions may have terminals with the same id.
 */
export function createTerminals() {
  const known = new Map<string, Map<string, Terminal>>(); // by id, then by session
  const released: Terminal[] = [];
  let hasUnnamed = false;

  function keep(terminal: Terminal): void {
    const namesakes = known.get(terminal.id) ?? new Map<string, Terminal>();
    namesakes.delete(terminal.session); // keeps the latest last
    namesakes.set(terminal.session, terminal);
    known.set(terminal.id, namesakes);
  }

  function forget(terminal: Terminal): void {
    const namesakes = known.get(terminal.id);
    if (namesakes?.get(terminal.session) !== terminal) return; // another terminal got its id
    namesakes.delete(terminal.session);
    if (namesakes.size === 0) known.delete(terminal.id);
  }

  function find(id: string, session: string | undefined): Terminal | undefined {
    const namesakes = known.get(id);
    const own = session === undefined ? undefined : namesakes?.get(session);
    return own ?? (namesakes ? [...namesakes.values()].at(-1) : undefined);
  }

  return {
    /** The terminal that a response created. `duplicate` is an open terminal with the same id in the same session. */
    answered({
      method,
      session,
      outcome,
      closed,
    }: AnsweredExchange): { terminal: Terminal; duplicate?: Terminal } | undefined {
      if (!createsTerminal(method) || !outcome.ok) return undefined;
      const id = stringAt(outcome.result, 'terminalId');
      hasUnnamed ||= id === undefined;
      if (id === undefined || session === undefined || !closed) return undefined;
      const before = known.get(id)?.get(session);
      const terminal = { id, session, created: closed };
      keep(terminal);
      return before && !before.released ? { terminal, duplicate: before } : { terminal };
    },
    /**
     * The terminal that a request releases. It counts as released from the request on, because the agent must
     * not use it afterwards.
     */
    requested({ method, params, opened, session }: Exchange): Terminal | undefined {
      const id = releasesTerminal(method) ? stringAt(params, 'terminalId') : undefined;
      const before = id === undefined ? undefined : find(id, session);
      if (!before || before.released) return undefined;
      const terminal = { ...before, released: opened };
      keep(terminal);
      released.push(terminal);
      const oldest = released.length > MAX_REMEMBERED ? released.shift() : undefined;
      if (oldest) forget(oldest);
      return terminal;
    },
    /**
     * An open or recently released terminal: the session's own, or else the latest one of another session
     * with this id.
     */
    find,
    hasUnnamed: (): boolean => hasUnnamed,
    open: (): readonly Terminal[] =>
      [...known.values()].flatMap((namesakes) => [...namesakes.values()].filter(({ released: gone }) => !gone)),
  };
}
