import type { IdToken } from '#core/wire/request-id.ts';
import type { AgentLine, ClientLine, PlayedMessage } from '../playbook/playbook.ts';

/** A request of the agent that waits for the live client's answer. */
export interface OpenAgentRequest {
  readonly line: AgentLine;
  readonly said: Extract<PlayedMessage, { kind: 'request' }>;
  /** The params as the client received them. */
  readonly params: unknown;
  /** The recorded client's answer; undefined without an answer. */
  readonly answer: ClientLine | undefined;
  /** When the request was sent. */
  readonly at: number;
}

/**
 * The agent's open requests, by the id that the client knows. After its turn, `get` still finds a request, so that a
 * late answer is recognised; `inLane` leaves it out.
 */
export function createOpenAgentRequests(isExpected: (answer: ClientLine) => boolean) {
  const all = new Map<IdToken, OpenAgentRequest>();
  const lanes = new Map<number, Map<IdToken, OpenAgentRequest>>();
  const owed = new Set<OpenAgentRequest>(); // in the order of sending; cleaned on reading

  function remove(id: IdToken): void {
    const asked = all.get(id);
    if (!asked) return;
    all.delete(id);
    lanes.get(asked.line.lane)?.delete(id);
    owed.delete(asked);
  }

  return {
    get: (id: IdToken): OpenAgentRequest | undefined => all.get(id),
    ids: (): Iterable<IdToken> => all.keys(),
    add(id: IdToken, asked: OpenAgentRequest): void {
      remove(id); // asked again under the same id
      all.set(id, asked);
      const { lane } = asked.line;
      const own = lanes.get(lane);
      if (own) own.set(id, asked);
      else lanes.set(lane, new Map([[id, asked]]));
      if (asked.answer) owed.add(asked);
    },
    remove,
    /** Open requests of a lane that something may still wait for, by id. */
    inLane: (lane: number): ReadonlyMap<IdToken, OpenAgentRequest> => lanes.get(lane) ?? NONE,
    /** The oldest request whose recorded answer has not come. */
    oldestOwed(): { readonly answer: ClientLine; readonly at: number } | undefined {
      for (const asked of owed) {
        const { answer, at } = asked;
        if (answer && isExpected(answer)) return { answer, at };
        owed.delete(asked);
      }
      return undefined;
    },
    /** Ends the lane's turn: lines stop waiting for answers that cannot come. */
    settle(lane: number): void {
      for (const [id, { answer }] of lanes.get(lane) ?? NONE)
        if (!answer || !isExpected(answer)) lanes.get(lane)?.delete(id);
    },
  };
}

const NONE: ReadonlyMap<IdToken, OpenAgentRequest> = new Map();
