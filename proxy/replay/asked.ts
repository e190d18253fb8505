import type { IdToken } from '#core/wire/request-id.ts';
import type { AgentLine, ClientLine, Said } from './script.ts';

/** A request of the agent that waits for the live client's answer. */
export interface Asked {
  readonly line: AgentLine;
  readonly said: Extract<Said, { kind: 'request' }>;
  /** As the client was asked. */
  readonly params: unknown;
  /** What the recorded client answered; undefined when it never did. */
  readonly answer: ClientLine | undefined;
  /** When it was sent. */
  readonly at: number;
}

/**
 * The agent's requests that have no answer, by the id that the client knows. One that nothing waits for any more is still known, so that a
 * late answer is heard as one, but it is not looked at again.
 */
export function createAskedRequests(isExpected: (answer: ClientLine) => boolean) {
  const all = new Map<IdToken, Asked>();
  const lanes = new Map<number, Map<IdToken, Asked>>();
  const owed = new Set<Asked>(); // in the order in which they were sent; cleaned when it is read

  function remove(id: IdToken): void {
    const asked = all.get(id);
    if (!asked) return;
    all.delete(id);
    lanes.get(asked.line.lane)?.delete(id);
    owed.delete(asked);
  }

  return {
    get: (id: IdToken): Asked | undefined => all.get(id),
    ids: (): Iterable<IdToken> => all.keys(),
    add(id: IdToken, asked: Asked): void {
      remove(id); // asked again under the same id
      all.set(id, asked);
      const { lane } = asked.line;
      const own = lanes.get(lane);
      if (own) own.set(id, asked);
      else lanes.set(lane, new Map([[id, asked]]));
      if (asked.answer) owed.add(asked);
    },
    remove,
    /** Those of a lane that something may still wait for, by id. */
    inLane: (lane: number): ReadonlyMap<IdToken, Asked> => lanes.get(lane) ?? NONE,
    /** The oldest one of which the recorded answer is still to come. */
    oldestOwed(): { readonly answer: ClientLine; readonly at: number } | undefined {
      for (const asked of owed) {
        const { answer, at } = asked;
        if (answer && isExpected(answer)) return { answer, at };
        owed.delete(asked);
      }
      return undefined;
    },
    /** The turn that they belonged to is over: nothing waits for those of a lane that nobody will answer. */
    settle(lane: number): void {
      for (const [id, { answer }] of lanes.get(lane) ?? NONE)
        if (!answer || !isExpected(answer)) lanes.get(lane)?.delete(id);
    },
  };
}

const NONE: ReadonlyMap<IdToken, Asked> = new Map();
