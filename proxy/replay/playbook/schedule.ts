import { streams } from '#core/protocol/method-traits.ts';
import type { ElapsedUs } from '#core/units.ts';
import type { ScheduleOptions } from '../model/pacing.ts';
import { firstAfter } from './first-after.ts';
import { createHeap, type Due } from './heap.ts';
import { pause } from './pause.ts';
import { isClientLine, type AgentLine, type Aside, type Playbook } from './playbook.ts';

type Item = Due & ({ readonly lane: number; readonly line: AgentLine } | { readonly aside: Aside });

interface Lane {
  readonly lines: readonly AgentLine[];
  /** Its first line that has not been played. */
  head: number;
  isScheduled: boolean;
  /** When something last happened in the lane: live, and in the recording. */
  live: number;
  recorded: ElapsedUs | 0;
  notBefore: number;
  /** Requests of the client that have come and are answered in this lane, and where their stretch begins. */
  readonly open: Map<number, number>;
}

const PENDING = 0;
const PLAYED = 1;
/** Will not be played. */
const DROPPED = 2;

/**
 * Decides which line of the agent comes when. A line is ready when its expected client message has come and the earlier
 * lines of its lane are played. It is due after the recorded pause, counted from the last of these. Where a lane waits
 * for a request that has not come, answers to requests that have come overtake it: a client may ask in another order.
 */
export function createSchedule(playbook: Playbook, options: ScheduleOptions) {
  const heap = createHeap<Item>();
  const state = new Uint8Array(playbook.lines.length);
  const met = new Float64Array(playbook.lines.length).fill(Number.NaN); // when each client line came; NaN: not yet
  const refused = new Set<number>(); // client lines that count as met without having come
  const lanes: Lane[] = playbook.lanes.map((lines) => ({
    lines,
    head: 0,
    isScheduled: false,
    live: Number.NEGATIVE_INFINITY,
    recorded: 0,
    notBefore: Number.NEGATIVE_INFINITY,
    open: new Map(),
  }));
  const asides = Map.groupBy(
    playbook.asides.filter(({ afterEof }) => !afterEof),
    ({ after }) => after,
  );

  let isClosed = false;
  let delayedUntil = Number.NEGATIVE_INFINITY; // a frame is delayed, and the frames behind it wait

  const isMet = (index: number) => !Number.isNaN(met[index] ?? Number.NaN);

  /** The first client line that a line still waits for. */
  function unmet({ main, waits }: AgentLine): number | undefined {
    if (main !== undefined && !isMet(main)) return main;
    for (const index of waits) if (!isMet(index)) return index;
    return undefined;
  }

  function headOf(lane: Lane): AgentLine | undefined {
    while (lane.head < lane.lines.length && state[lane.lines[lane.head]?.index ?? 0] !== PENDING) lane.head += 1;
    return lane.lines[lane.head];
  }

  function nextReady(lane: Lane): AgentLine | undefined {
    const head = headOf(lane);
    const blocker = head && unmet(head);
    if (!head || blocker === undefined) return head;
    if (!isRequest(blocker)) return undefined;
    for (const request of lane.open.keys()) {
      const line = nextOf(lane, request, head);
      if (line) return line;
    }
    return undefined;
  }

  /** The next line of the stretch between a received request and its answer. */
  function nextOf(lane: Lane, request: number, head: AgentLine): AgentLine | undefined {
    const asked = playbook.lines[request];
    if (!isClientLine(asked) || asked.answer === undefined) return undefined;
    const isWhole = streams(asked.method);
    if (isWhole && request < head.index) return undefined;
    let position = lane.open.get(request) ?? 0;
    let isAtStart = true;
    for (; position < lane.lines.length; position++) {
      const line = lane.lines[position];
      if (!line || line.index > asked.answer) return undefined;
      if (state[line.index] !== PENDING) continue;
      if (isAtStart) lane.open.set(request, position);
      isAtStart = false;
      const blocker = unmet(line);
      if (blocker === undefined) return line;
      if (isWhole || !isRequest(blocker)) return undefined;
    }
    return undefined;
  }

  function isRequest(index: number): boolean {
    const line = playbook.lines[index];
    return isClientLine(line) && line.message?.kind === 'request';
  }

  function evaluate(number: number): void {
    const lane = lanes[number];
    if (!lane || lane.isScheduled || isClosed) return;
    const line = nextReady(lane);
    if (!line) return;
    lane.isScheduled = true;
    heap.push({ due: dueOf(lane, line), rank: line.index, lane: number, line });
  }

  function dueOf(lane: Lane, line: AgentLine): number {
    let { live, recorded } = lane;
    for (const index of line.main === undefined ? line.waits : [line.main, ...line.waits]) {
      const when = met[index] ?? live;
      const then = playbook.lines[index]?.elapsed ?? 0;
      if (when < live || (when === live && then <= recorded)) continue;
      live = when;
      recorded = then;
    }
    return Math.max(live + pause(options, recorded, line.elapsed), lane.notBefore);
  }

  function done(line: AgentLine, at: number): void {
    state[line.index] = PLAYED;
    const lane = lanes[line.lane];
    if (!lane) return;
    lane.live = at;
    lane.recorded = line.elapsed;
    lane.notBefore = line.opens ? at + options.settleAfterNew : Number.NEGATIVE_INFINITY;
    for (const said of line.messages) if (said.kind === 'response' && said.to !== undefined) lane.open.delete(said.to);
    scheduleAsides(line.index, line.elapsed, at);
  }

  function scheduleAsides(index: number, recorded: ElapsedUs | 0, live: number): void {
    for (const aside of asides.get(index) ?? [])
      heap.push({ due: live + pause(options, recorded, aside.elapsed), rank: index + 0.5, aside });
  }

  /** Whether a line answers a request that will never come. */
  const answersNothing = ({ messages }: AgentLine) =>
    messages.some((said) => said.kind === 'response' && said.to !== undefined && refused.has(said.to));

  return {
    start(now: number): void {
      for (const lane of lanes) lane.live = now;
      scheduleAsides(-1, 0, now);
      lanes.forEach((_, number) => evaluate(number));
    },

    /** The client has sent a line. */
    markMet(index: number, now: number): void {
      const line = playbook.lines[index];
      if (!isClientLine(line)) return;
      met[index] = now;
      const answer = line.answer === undefined ? undefined : playbook.lines[line.answer];
      if (answer?.from === 'agent' && state[answer.index] === PENDING)
        lanes[answer.lane]?.open.set(index, firstAfter(lanes[answer.lane]?.lines ?? [], index));
      scheduleAsides(index, line.elapsed, now);
      for (const lane of line.wakes) evaluate(lane);
    },

    /** The client will not send a line: continue as if it had. */
    giveUp(index: number, now: number): void {
      const line = playbook.lines[index];
      if (!isClientLine(line) || isMet(index)) return;
      met[index] = now;
      refused.add(index);
      for (const lane of line.wakes) evaluate(lane);
    },

    /** Removes lines from the schedule. `isPlayed`: the caller has sent them itself. */
    drop(dropped: readonly AgentLine[], isPlayed = false): void {
      for (const line of dropped) {
        if (state[line.index] === PENDING) state[line.index] = isPlayed ? PLAYED : DROPPED;
        for (const said of line.messages)
          if (said.kind === 'response' && said.to !== undefined) lanes[line.lane]?.open.delete(said.to);
      }
    },
    evaluate,

    /** When the next line or aside is due; undefined when everything left waits for the client. */
    due(): number | undefined {
      const due = heap.peek()?.due;
      return due === undefined ? undefined : Math.max(due, delayedUntil);
    },

    /** The line of the agent that is due next. */
    nextLine(): AgentLine | undefined {
      const item = heap.peek();
      return item && 'line' in item ? item.line : undefined;
    },

    /**
     * Takes the next line or aside that is due. The pause after it counts from its due time, not from the call. `delay`
     * returns how many milliseconds a line waits first.
     */
    take(now: number, delay: (line: AgentLine) => number = () => 0): AgentLine | Aside | undefined {
      for (let item = heap.peek(); item && item.due <= now && delayedUntil <= now; item = heap.peek()) {
        heap.pop();
        if ('aside' in item) return item.aside;
        const { line, lane, due } = item;
        const wait = state[line.index] === PENDING && !answersNothing(line) ? delay(line) : 0;
        if (wait > 0) {
          delayedUntil = now + wait;
          heap.push(item);
          return undefined;
        }
        const own = lanes[lane];
        if (own) own.isScheduled = false;
        const isGone = state[line.index] !== PENDING;
        const isVoid = !isGone && answersNothing(line);
        if (isVoid) state[line.index] = DROPPED;
        else if (!isGone) done(line, due);
        evaluate(lane);
        if (!isGone && !isVoid) return line;
      }
      return undefined;
    },

    /** Makes everything that waits only for time due now. */
    hurry(now: number): void {
      delayedUntil = Math.min(delayedUntil, now);
      heap.revise((item) => ({ ...item, due: Math.min(item.due, now) }));
    },

    /** The client has closed: plays nothing more to it, only process events and what followed the end of its input. */
    close(now: number, isWanted: (what: Aside['what']) => boolean): void {
      isClosed = true;
      delayedUntil = Number.NEGATIVE_INFINITY;
      heap.revise((item) => ('aside' in item && isWanted(item.aside.what) ? item : undefined));
      const first = playbook.asides.find(({ afterEof }) => afterEof);
      for (const aside of playbook.asides)
        if (aside.afterEof && isWanted(aside.what))
          heap.push({
            due: now + pause(options, first?.elapsed ?? 0, aside.elapsed),
            rank: playbook.lines.length,
            aside,
          });
    },

    isPending: (line: number): boolean => state[line] === PENDING,
    isPlayed: (line: number): boolean => state[line] === PLAYED,

    /** The lines that a lane has left, in order. */
    *left(number: number): Generator<AgentLine> {
      const lane = lanes[number];
      if (!lane || headOf(lane) === undefined) return;
      for (let position = lane.head; position < lane.lines.length; position++) {
        const line = lane.lines[position];
        if (line && state[line.index] === PENDING) yield line;
      }
    },

    /**
     * Exchanges two lanes that have only begun: each request counts as come when its counterpart came (`requests`), and
     * each line as played when its counterpart was (`pairs`). All values are indices of lines.
     */
    exchange(numbers: readonly [number, number], requests: readonly Pair[], pairs: readonly Pair[]): void {
      const [one, other] = [lanes[numbers[0]], lanes[numbers[1]]];
      if (!one || !other) return;
      heap.revise((item) => ('lane' in item && numbers.includes(item.lane) ? undefined : item));
      for (const pair of pairs) swap(state, pair);
      for (const pair of requests) swap(met, pair);
      const { live, recorded, notBefore } = one;
      const now = { live: other.live, recorded: other.recorded, notBefore: other.notBefore };
      Object.assign(one, now, { head: 0, isScheduled: false });
      Object.assign(other, { live, recorded, notBefore, head: 0, isScheduled: false });
      numbers.forEach(evaluate);
    },

    /** Whether a lane has nothing left to play. */
    isThrough(number: number): boolean {
      const lane = lanes[number];
      return !lane || (!lane.isScheduled && headOf(lane) === undefined);
    },

    /** The client line that a lane waits for; undefined when it has ended or needs no client. */
    blocker(number: number): number | undefined {
      const lane = lanes[number];
      const head = lane && !lane.isScheduled ? headOf(lane) : undefined;
      return head && unmet(head);
    },
  };
}

type Pair = readonly [number, number];

function swap(values: Uint8Array | Float64Array, [one, other]: Pair): void {
  [values[one], values[other]] = [values[other] ?? 0, values[one] ?? 0];
}
