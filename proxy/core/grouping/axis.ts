import {
  MAX_SESSION_ID,
  MAX_SESSIONS,
  MAX_SILENCES,
  type AxisFacts,
  type Gap,
  type TurnBand,
  type Wait,
} from '#core/model/axis.ts';
import { GAP_US } from '#core/model/stats.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createHistogram, type Traffic } from './histogram.ts';
import { createWaitingTime } from './waiting-time.ts';

/** Limits of the lists: more than a wide screen can show. */
const MAX_BANDS = 200;
const MAX_WAITS = 400;

/** The number of entries after which the traffic is stored again. Readers count the entries since then. */
const TRAFFIC_AFTER = 20_000;

/** The parts of the axis that the store has to write. */
export interface AxisChange {
  readonly facts?: AxisFacts;
  readonly traffic?: Traffic;
}

/** Collects the facts of the time axis while entries are grouped. */
export function createAxis() {
  const waited = createWaitingTime(MAX_WAITS);
  let gaps: Gap[] = [];
  let open = 0;
  let running = 0;
  let last: number | undefined;
  let bands: { first: number; last: number; t: number; until: number; open: number }[] = [];
  let turnsPerBand = 1;
  let isChanged = false;
  const sessions = new Map<string, number>(); // with the first entry of each
  const histogram = createHistogram();
  let total = 0;
  let storedTotal = 0;
  let keptSoFar = 0;

  function keptUntil(now: number): number {
    const waiting = waited.waiting();
    return waited.acptap() + (waiting?.on === 'acptap' ? now - waiting.since : 0);
  }

  /** Adds the time between two entries. `keptFor`: how long everybody waited for acptap, which is no silence. */
  function pause(from: number, to: number, keptFor: number): void {
    const isOpen = open > 0 || running > 0;
    const silent = isOpen ? from : from + keptFor; // with nothing open, acptap kept responses, from the beginning on
    addGap(from, silent, true);
    addGap(silent, to, isOpen);
  }

  function addGap(from: number, to: number, isOpen: boolean): void {
    if (to - from <= GAP_US) return; // always drawn to scale
    const alike = gaps.filter((gap) => gap.isOpen === isOpen);
    const shortest =
      alike.length < (isOpen ? 1 : MAX_SILENCES)
        ? undefined
        : alike.reduce((one, gap) => (lengthOf(gap) < lengthOf(one) ? gap : one));
    if (shortest && to - from <= lengthOf(shortest)) return;
    gaps = [...gaps.filter((gap) => gap !== shortest), { from, to, isOpen }];
    isChanged = true;
  }

  const bandOf = (turn: number) => bands[Math.floor((turn - 1) / turnsPerBand)];

  const facts = (): AxisFacts => ({
    turns: bands.map(({ open: others, until, ...band }): TurnBand => ({ ...band, until: others > 0 ? null : until })),
    waits: [...waited.waits()],
    waiting: waited.waiting(),
    gaps: gaps.toSorted((one, other) => one.from - other.from),
    sessions: [...sessions].toSorted(([, one], [, other]) => one - other).map(([id]) => id),
  });

  return {
    /**
     * Call this for each entry before its requests and responses. Returns how long since the entry before everybody waited
     * for acptap.
     */
    pass(entry: Entry): number {
      const { elapsed } = entry;
      if (entry.kind !== 'event') histogram.add(elapsed, entry.from, 1, entry.seq);
      total += 1;
      const before = keptSoFar;
      keptSoFar = keptUntil(elapsed);
      if (last !== undefined) pause(last, elapsed, keptSoFar - before);
      last = Math.max(last ?? 0, elapsed);
      return keptSoFar - before;
    },
    /** Call this for each request. */
    ask: (): void => void (open += 1),
    /** Call this when the response comes, or when none is expected any more. */
    answer: (): void => void (open -= 1),
    /** Call this when an exchange waits for somebody else: see `WaitingTime`. */
    changeWait(from: Wait['on'] | undefined, to: Wait['on'] | undefined, now: number): void {
      waited.change(from, to, now);
      isChanged = true;
    },
    /** Call this for each entry of a session, with the first entry of its group. */
    meetSession(id: string, first: number): void {
      if (sessions.has(id) || sessions.size >= MAX_SESSIONS || id.length > MAX_SESSION_ID) return;
      sessions.set(id, first);
      isChanged = true;
    },
    beginTurn(number: number, t: number): void {
      running += 1;
      isChanged = true;
      const band = bandOf(number);
      if (band) {
        band.last = number;
        band.open += 1;
        return;
      }
      bands.push({ first: number, last: number, t, until: t, open: 1 });
      if (bands.length <= MAX_BANDS) return;
      // Joins neighbours, which halves the list.
      bands = bands.flatMap((one, index) => {
        const other = bands[index + 1];
        if (index % 2 === 1) return [];
        if (!other) return [one];
        const until = Math.max(one.until, other.until);
        return [{ first: one.first, last: other.last, t: one.t, until, open: one.open + other.open }];
      });
      turnsPerBand *= 2;
    },
    endTurn(number: number, t: number): void {
      running -= 1;
      const band = bandOf(number);
      if (!band) return;
      band.open -= 1;
      band.until = Math.max(band.until, t);
      isChanged = true;
    },
    facts,
    /** Returns what has changed since the last call. */
    takeChanged(): AxisChange {
      const change = {
        ...(isChanged ? { facts: facts() } : {}),
        ...(total - storedTotal >= TRAFFIC_AFTER ? { traffic: histogram.traffic(total) } : {}),
      };
      isChanged = false;
      if (change.traffic) storedTotal = total;
      return change;
    },
  };
}

export type Axis = ReturnType<typeof createAxis>;

const lengthOf = ({ from, to }: Gap): number => to - from;
