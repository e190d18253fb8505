import type { AgentLine } from './playbook.ts';

/** How a line of the agent finds its lane. */
export type LineOrigin =
  | { readonly kind: 'connection' }
  | { readonly kind: 'session'; readonly session: string }
  /** Answers the request that opened a session. */
  | { readonly kind: 'opened'; readonly session: string; readonly by: number }
  | { readonly kind: 'lane'; readonly lane: number }
  /** Answers a request that names no session. */
  | { readonly kind: 'answer' }
  /** Is independent of all other lines. */
  | { readonly kind: 'own' }
  /** Is no message: stays in the lane of the previous line. */
  | { readonly kind: 'again' };

/** A line whose members may be set until the playbook is complete. */
export type DraftLine<T> = { -readonly [member in keyof T]: T[member] };

interface Lane {
  readonly lines: DraftLine<AgentLine>[];
  /** Client lines that the next line waits for. */
  waits: number[];
  /** The request that the next lines follow, as `AgentLine.main`. */
  main: number | undefined;
  /** Prompts with an open turn. */
  readonly prompts: number[];
  /** True while only the agent's messages have named the session: `main` is then a guess. */
  isGuess: boolean;
}

const makeLane = (main?: number): Lane => ({ lines: [], waits: [], main, prompts: [], isGuess: false });

/** Sorts the agent's lines into lanes while a playbook is made. Derives what the next line of each lane waits for. */
export function createLanes() {
  const connection = makeLane();
  const lanes: Lane[] = [connection];
  const bySession = new Map<string, number>();
  const open = new Set<number>(); // requests of the client without an answer
  const opening = new Set<number>(); // those of them that open a session
  let latest: number | undefined; // the client's last request
  let last = 0; // lane of the previous line

  const laneAt = (lane: number): Lane => lanes[lane] ?? connection;

  function create(main?: number): number {
    return lanes.push(makeLane(main)) - 1;
  }

  function ofSession(session: string): number {
    const known = bySession.get(session);
    if (known !== undefined) return known;
    const lane = create();
    bySession.set(session, lane);
    return lane;
  }

  /**
   * Returns the lane of a session that the agent names. For an unknown session: a new lane behind the oldest open
   * request that opens a session; without one, the lane of the running turn.
   */
  function unannounced(session: string): number {
    const known = bySession.get(session);
    if (known !== undefined) return known;
    const [opener] = opening;
    const lane = opener === undefined ? busy() : create(opener);
    if (opener !== undefined) laneAt(lane).isGuess = true;
    bySession.set(session, lane);
    return lane;
  }

  /** The lane with an open turn that was prompted last; else the connection's. */
  function busy(): number {
    const latestPrompt = ({ prompts }: Lane) => prompts.at(-1) ?? -1;
    const found = lanes.reduce((best, lane) => (latestPrompt(lane) > latestPrompt(best) ? lane : best), connection);
    return lanes.indexOf(found);
  }

  function opened(session: string, by: number): number {
    const known = bySession.get(session);
    const lane = known ?? create(by);
    bySession.set(session, lane);
    const { lines, isGuess } = laneAt(lane);
    if (isGuess) {
      for (const line of lines) line.main = by;
      laneAt(lane).isGuess = false;
    }
    laneAt(lane).main = by;
    return lane;
  }

  function laneOf(place: LineOrigin): number {
    switch (place.kind) {
      case 'connection':
      case 'answer':
        return 0;
      case 'session':
        return unannounced(place.session);
      case 'opened':
        return opened(place.session, place.by);
      case 'lane':
        return place.lane;
      case 'own':
        return create();
      case 'again':
        return last;
    }
  }

  return {
    all: (): readonly (readonly AgentLine[])[] => lanes.map(({ lines }) => lines),
    lines: (lane: number): DraftLine<AgentLine>[] => laneAt(lane).lines,
    bySession: bySession as ReadonlyMap<string, number>,
    /** The lane of a session that the client names. */
    ofSession,
    prompts: (lane: number): number[] => laneAt(lane).prompts,

    /** Notes a request of the client. */
    asked(line: number): void {
      open.add(line);
      latest = line;
    },
    answered(line: number): void {
      open.delete(line);
      opening.delete(line);
    },
    opening: (line: number): void => void opening.add(line),
    /** The next lines of the lane wait for this request. */
    begin: (lane: number, line: number): void => void (laneAt(lane).main = line),
    waitFor: (lane: number, line: number): void => void laneAt(lane).waits.push(line),
    ended(lane: number, prompts: readonly number[]): void {
      const { prompts: all } = laneAt(lane);
      all.splice(0, all.length, ...all.filter((prompt) => !prompts.includes(prompt)));
    },

    /** Places the next line of the agent. Returns its lane and the client lines that it waits for there. */
    add(place: LineOrigin): Pick<AgentLine, 'lane' | 'waits' | 'main'> {
      const lane = laneOf(place);
      const { waits, main } = laneAt(lane);
      laneAt(lane).waits = [];
      last = lane;
      if (lane !== 0 || place.kind === 'answer' || place.kind === 'again') return { lane, waits, main };
      // On the connection, other messages than answers wait for the client's oldest open request, or else its last.
      const [oldest = latest] = open;
      return { lane, waits: oldest === undefined ? waits : [...waits, oldest], main };
    },
  };
}
