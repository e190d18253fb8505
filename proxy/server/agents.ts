import type { ControlAnswer, ControlState, ControlVerb } from '#core/contract/control.ts';

/** A connection to the acptap of a running agent. */
export interface AgentConnection {
  /** Never rejects. */
  request(verb: ControlVerb): Promise<ControlAnswer>;
  /** The function gets each state that follows `watch`. */
  onState(listener: (state: ControlState) => void): void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  close(): void;
}

/** The running agents whose conversations acptap may take part in. */
export interface AgentsPort {
  /** The ids of their recordings. */
  ids(): readonly string[];
  /** Undefined for an agent that has ended, or cannot be reached. Never rejects. */
  connect(id: string): Promise<AgentConnection | undefined>;
}

/** An inspector without them. */
export const NO_AGENTS: AgentsPort = { ids: () => [], connect: () => Promise.resolve(undefined) };

/** How often the server looks for agents that were started. */
const LOOK_MS = 250;

/** Passes on requests to running agents. Between `watch` and `unwatch` it knows their states, and their frames are held. */
export function createAgents({ ids, connect }: AgentsPort) {
  const states = new Map<string, ControlState>();
  const connections = new Map<string, AgentConnection | undefined>(); // undefined until it is there
  let timer: NodeJS.Timeout | undefined;

  async function attach(id: string): Promise<void> {
    connections.set(id, undefined);
    const watch = timer;
    const connection = await connect(id);
    if (!connection || timer !== watch) {
      connection?.close();
      if (timer === watch) connections.delete(id); // the next look tries again
      return;
    }
    connections.set(id, connection);
    connection.onState((state) => states.set(id, state));
    const answer = await connection.request({ do: 'watch' });
    if (connections.get(id) !== connection) return;
    if (answer.ok && answer.state && !states.has(id)) states.set(id, answer.state);
    if (!answer.ok) connection.close();
    await connection.closed;
    if (connections.get(id) !== connection) return;
    connections.delete(id);
    states.delete(id);
  }

  function look(): void {
    for (const id of ids()) if (!connections.has(id)) void attach(id);
  }

  return {
    /** The states of the watched agents, by recording. A changed state is another object. */
    states: states as ReadonlyMap<string, ControlState>,
    watch(): void {
      timer ??= setInterval(look, LOOK_MS);
      look();
    },
    unwatch(): void {
      clearInterval(timer);
      timer = undefined;
      for (const connection of connections.values()) connection?.close();
      connections.clear();
      states.clear();
    },
    /** Undefined if acptap cannot take part in the conversation of this recording. */
    async ask(id: string, verb: ControlVerb): Promise<ControlAnswer | undefined> {
      const connection = ids().includes(id) ? await connect(id) : undefined; // an id from an address is part of no path
      try {
        return await connection?.request(verb);
      } finally {
        connection?.close();
      }
    },
  };
}

export type Agents = ReturnType<typeof createAgents>;
