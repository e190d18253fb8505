import type { ControlAnswer, ControlState, ControlVerb } from '#core/contract/control.ts';

/** A connection to the acptap of a running agent. */
export interface AgentConnection {
  /** Never rejects. */
  request(verb: ControlVerb): Promise<ControlAnswer>;
  /** Calls `listener` with each state that comes after `watch`. */
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

/** The port of an inspector without running agents. */
export const NO_AGENTS: AgentsPort = { ids: () => [], connect: () => Promise.resolve(undefined) };

/** How often the server looks for agents that were started. */
const LOOK_MS = 250;

/** A state and when it came. */
export interface KnownState {
  readonly state: ControlState;
  /** Milliseconds of `performance.now`. */
  readonly at: number;
}

/** Sends requests to running agents. Between `watch` and `unwatch` it keeps their states, and their frames are held. */
export function createAgents({ ids, connect }: AgentsPort) {
  const states = new Map<string, KnownState>();
  const connections = new Map<string, AgentConnection | undefined>(); // undefined while connecting
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
    const take = (state: ControlState) => states.set(id, { state, at: performance.now() });
    connection.onState(take);
    const answer = await connection.request({ do: 'watch' });
    if (connections.get(id) !== connection) return;
    if (answer.ok && answer.state && !states.has(id)) take(answer.state);
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
    states: states as ReadonlyMap<string, KnownState>,
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
      const connection = ids().includes(id) ? await connect(id) : undefined; // a URL's id must not become a path
      try {
        return await connection?.request(verb);
      } finally {
        connection?.close();
      }
    },
  };
}

export type Agents = ReturnType<typeof createAgents>;
