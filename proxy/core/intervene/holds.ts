import type { BreakpointState, HeldFrame } from '#core/contract/control.ts';
import type { CompileRegex } from '#core/filter/filter.ts';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import type { Side } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { readBreakpoint } from './arrival-filter.ts';
import type { ArrivedFrame } from './decide.ts';
import { passing, type Plan } from './plan.ts';
import { afterHold, type Outcome } from './after-hold.ts';

/** How frames are held. Times are milliseconds. */
export interface HoldRules {
  /** The longest hold. */
  readonly timeout: number;
  readonly onTimeout: 'pass' | 'refuse';
  /** Holds also while nobody watches. */
  readonly alone: boolean;
  /** How long holds last after the last watcher has gone. */
  readonly grace: number;
}

/** Where a frame stands among those of its sender: its first byte, and its number, from 0. */
export interface FramePlace {
  readonly offset: number;
  readonly index: number;
}

interface Breakpoint {
  readonly number: number;
  readonly filter: string;
  readonly matches: (facts: FilterFacts) => boolean;
  isOn: boolean;
  hits: number;
}

interface Held {
  readonly number: number;
  readonly arrived: ArrivedFrame;
  readonly place: FramePlace;
  readonly bytes: Uint8Array;
  readonly breakpoint: string;
  readonly since: number;
  outcome: Outcome | undefined;
}

/** A person lets the frame pass. */
export const RELEASED: Outcome = { kind: 'pass', ended: undefined };

/** The most held frames in a state, because frames wait while it is made. */
const MAX_LISTED = 100;

/**
 * Holds the frames that match a breakpoint until a person decides, the time is up, nobody watches any more, or a side is
 * gone. After each change of the held frames, the caller has to take the released frames.
 */
export function createHolds(
  { timeout, onTimeout, alone, grace }: HoldRules,
  compile: CompileRegex,
  /** Called with the breakpoint of the first frame that passes because nobody watches. */
  onUnwatched: (breakpoint: string) => void = () => {},
) {
  const breakpoints: Breakpoint[] = [];
  const undecided = new Map<number, Held>(); // in the order of their arrival
  const ended = new Set<Side>();
  const latest: Record<Side, number> = { client: 0, agent: 0 }; // the index of the newest frame
  let count = 0;
  let breakpointCount = 0;
  let watchers = 0;
  let unwatchedAt = Number.NEGATIVE_INFINITY;
  let hasPassed = false;

  const isKept = (now: number): boolean => alone || watchers > 0 || now < unwatchedAt + grace;

  function settle(held: Held, outcome: Outcome): void {
    held.outcome = outcome;
    undecided.delete(held.number);
  }

  function settleAll(outcome: Outcome, is: (held: Held) => boolean = () => true): void {
    for (const held of undecided.values()) if (is(held)) settle(held, outcome);
  }

  const hasBreakpoints = (): boolean => breakpoints.some(({ isOn }) => isOn);

  const find = (number: number): Breakpoint | undefined => breakpoints.find((each) => each.number === number);

  return {
    /**
     * Adds a hold to the plan of a frame that matches a breakpoint, or that something else, named `by`, asks to hold.
     */
    consider(
      arrived: ArrivedFrame,
      plan: Plan | undefined,
      place: FramePlace,
      now: number,
      by?: string,
    ): Plan | undefined {
      const { from } = arrived;
      latest[from] = place.index;
      const hits = breakpoints.filter(({ isOn, matches }) => isOn && matches(arrived.facts));
      for (const hit of hits) hit.hits += 1;
      const breakpoint = by ?? hits[0]?.filter;
      const given = plan ?? passing(arrived.bytes);
      if (breakpoint === undefined || !given.bytes || ended.has(from)) return plan;
      if (!isKept(now)) {
        if (!hasPassed) onUnwatched(breakpoint);
        hasPassed = true;
        return plan;
      }
      count += 1;
      const held: Held = {
        number: count,
        arrived,
        place,
        bytes: given.bytes,
        breakpoint,
        since: now,
        outcome: undefined,
      };
      undecided.set(count, held);
      return {
        ...given,
        timing: { ...given.timing, isHeld: () => !held.outcome },
        settle: () => afterHold(given, held.breakpoint, held.outcome ?? RELEASED, arrived.bytes),
      };
    },
    /** Decides about a held frame. Returns false for a number that is not held. */
    decide(number: number | 'all', outcome: Outcome): boolean {
      if (number === 'all') {
        settleAll(outcome);
        return true;
      }
      const held = undecided.get(number);
      if (held) settle(held, outcome);
      return held !== undefined;
    },
    /** The bytes of a held frame as they would be delivered. */
    bytesOf: (number: number): Uint8Array | undefined => undecided.get(number)?.bytes,
    kindOf: (number: number): Message['kind'] | 'other' | undefined => {
      const held = undecided.get(number);
      return held && (held.arrived.message?.kind ?? 'other');
    },
    /** Releases frames whose sender or receiver is gone, and holds none from now on. */
    end(from: Side): void {
      ended.add(from);
      settleAll({ kind: 'pass', ended: 'gone' }, ({ arrived }) => arrived.from === from);
    },
    watch: (): void => void (watchers += 1),
    unwatch(now: number): void {
      watchers -= 1;
      unwatchedAt = now;
    },
    /** Ends holds whose time is up, and all if nobody watches. Call it at `nextAt`. */
    expire(now: number): void {
      if (!isKept(now)) settleAll({ kind: 'pass', ended: 'unwatched' });
      settleAll({ kind: onTimeout, ended: 'time' }, ({ since }) => since + timeout <= now);
    },
    nextAt(): number | undefined {
      const [oldest] = undecided.values();
      if (!oldest) return undefined;
      const timeUp = oldest.since + timeout;
      return alone || watchers > 0 ? timeUp : Math.min(timeUp, unwatchedAt + grace);
    },
    /** @throws {AcptapError} `bad-filter`. */
    addBreakpoint(filter: string): void {
      const matches = filterPredicate(readBreakpoint(filter, compile), compile);
      breakpointCount += 1;
      breakpoints.push({ number: breakpointCount, filter, matches, isOn: true, hits: 0 });
    },
    removeBreakpoint(number: number): boolean {
      const at = breakpoints.findIndex((each) => each.number === number);
      if (at !== -1) breakpoints.splice(at, 1);
      return at !== -1;
    },
    setBreakpoint(number: number, isOn: boolean): boolean {
      const found = find(number);
      if (found) found.isOn = isOn;
      return found !== undefined;
    },
    breakpoints: (): readonly BreakpointState[] =>
      breakpoints.map(({ number, filter, isOn, hits }) => ({ number, filter, isOn, hits })),
    isKept,
    hasBreakpoints,
    /** True while no frame has to be looked at. */
    isIdle: (): boolean => undecided.size === 0 && !hasBreakpoints(),
    heldCount: (): number => undecided.size,
    /** The oldest held frames. */
    held(): readonly HeldFrame[] {
      const listed: HeldFrame[] = [];
      for (const held of undecided.values()) {
        if (listed.length === MAX_LISTED) break;
        listed.push(toHeldFrame(held, latest[held.arrived.from], timeout));
      }
      return listed;
    },
  };
}

function toHeldFrame(
  { number, arrived, place, bytes, breakpoint, since }: Held,
  latest: number,
  timeout: number,
): HeldFrame {
  const { kind, method, id, session, summary } = arrived.facts;
  return {
    number,
    from: arrived.from,
    offset: place.offset,
    bytes: bytes.length,
    kind,
    method,
    id,
    session,
    summary: summary(),
    breakpoint,
    since,
    until: since + timeout,
    waiting: latest - place.index,
  };
}
