import type { Wait } from '#core/model/axis.ts';
import { whoAnswers } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import { opposite, type Entry, type FrameEntry } from '#core/wire/entry.ts';
import type { Axis } from './axis.ts';
import type { GrowingGroup, Groups } from './groups.ts';
import type { KeptFrames } from './kept-frames.ts';

interface Waiter {
  /** The groups that wait: that of the request, and for a request of the agent the turn above it. */
  groups: readonly GrowingGroup[];
  on: Wait['on'] | undefined;
  /** The trace closes an exchange earlier: before the deliveries that precede the response are applied. */
  isAnswered: boolean;
  /** False for a request of the client beside another open one: there the agent works. */
  readonly isOnAxis: boolean;
}

/** A request or response that acptap keeps. `until`: when it no longer kept it, Infinity while it does. */
export interface KeptFrame {
  readonly seq: number;
  readonly method: string;
  readonly until: number;
}

/**
 * Measures for whom exchanges wait, on the axis and in groups. Everybody waits for acptap until the delivery of a request, and
 * from its response until the delivery of that. In between, a request of the agent waits for the client or a person; for a
 * request of the client the agent works.
 */
export function createExchangeWaits(groups: Groups, axis: Axis, keptFrames: KeptFrames) {
  const waiters = new WeakMap<Exchange, Waiter>(); // kept as long as the trace keeps the exchange
  const keptByExchange = new Map<Exchange, KeptFrame>();
  let lastReleased: KeptFrame | undefined;
  let openClientRequests = 0;
  const keptResponses = new Set<Exchange>(); // to requests of the client

  function change(exchange: Exchange, on: Wait['on'] | undefined, now: number): void {
    const waiter = waiters.get(exchange);
    if (!waiter || waiter.on === on) return;
    if (waiter.isOnAxis) axis.changeWait(waiter.on, on, now);
    for (const each of waiter.groups) {
      each.waited.change(waiter.on, on, within(each, now));
      groups.touch(each); // its waiting time has changed
    }
    waiter.on = on;
    if (on === 'acptap') return;
    const frame = keptByExchange.get(exchange);
    if (frame && waiter.isOnAxis) lastReleased = { ...frame, until: now };
    keptByExchange.delete(exchange);
    keptResponses.delete(exchange);
  }

  /** From `entry` on an exchange waits for its delivery. */
  function keep(exchange: Exchange, { seq, elapsed }: Entry): void {
    change(exchange, 'acptap', elapsed);
    keptByExchange.set(exchange, { seq, method: exchange.method, until: Infinity });
  }

  /** A client that asks again does not wait for responses, which may never be delivered. */
  function endWaitsOfClient(now: number): void {
    for (const exchange of keptResponses) change(exchange, undefined, now);
  }

  function finish({ opened }: Exchange, waiter: Waiter): void {
    if (opened.from === 'client' && !waiter.isAnswered) openClientRequests -= 1;
    waiter.isAnswered = true;
  }

  function isAskedBy(frame: FrameEntry): (exchange: Exchange) => boolean {
    const decoded = decodeFrame(frame.bytes);
    const parts = decoded.kind === 'json' ? decoded.parts : [];
    const ids = new Set(parts.flatMap(({ message }) => (message?.kind === 'response' ? [message.id] : [])));
    return ({ id, opened }) => opened.from === opposite(frame.from) && ids.has(id);
  }

  return {
    ask(exchange: Exchange, group: GrowingGroup, entry: Entry): void {
      const turn = exchange.opened.from === 'agent' && group.parent?.kind === 'turn' ? [group.parent] : [];
      if (exchange.opened.from === 'client') endWaitsOfClient(entry.elapsed);
      const isOnAxis = exchange.opened.from === 'agent' || openClientRequests === 0;
      const waiter: Waiter = { groups: [group, ...turn], on: undefined, isAnswered: false, isOnAxis };
      waiters.set(exchange, waiter);
      if (exchange.opened.from === 'client') openClientRequests += 1;
      const isKept = keptFrames.keeps(entry, (now) => {
        if (keptByExchange.has(exchange) && !waiter.isAnswered) change(exchange, waitsFor(exchange), now);
      });
      if (isKept) keep(exchange, entry);
      else change(exchange, waitsFor(exchange), entry.elapsed);
    },
    answer(exchange: Exchange, entry: Entry): void {
      const waiter = waiters.get(exchange);
      if (!waiter) return;
      finish(exchange, waiter);
      const isOfClient = exchange.opened.from === 'client';
      // Nobody is known to wait for the response to a request that the agent sent outside of a turn.
      const isAwaited = isOfClient || waiter.groups.length > 1;
      if (isOfClient) {
        change(exchange, undefined, entry.elapsed);
        waiter.groups = []; // they end at the receipt of the response, or the agent goes on with the turn
      }
      const isKept = isAwaited && keptFrames.keeps(entry, (now) => change(exchange, undefined, now));
      if (isKept) keep(exchange, entry);
      else change(exchange, undefined, entry.elapsed);
      if (isKept && isOfClient) keptResponses.add(exchange);
    },
    /** Ends the wait for a request that gets no response. */
    end(exchange: Exchange, { elapsed }: Entry): void {
      const waiter = waiters.get(exchange);
      if (waiter) finish(exchange, waiter);
      change(exchange, undefined, elapsed);
    },
    /** Ends the waits for frames that acptap did not deliver: with its turn, the agent waits no more. */
    endTurn(turn: GrowingGroup, { elapsed }: Entry): void {
      for (const exchange of keptByExchange.keys())
        if (waiters.get(exchange)?.groups.includes(turn)) change(exchange, undefined, elapsed);
    },
    /**
     * Ends the waits for requests that acptap did not deliver, but answers with this line. Returns the groups of the requests.
     * A prompt waits until its turn ends.
     */
    answerKept(line: FrameEntry): readonly GrowingGroup[] {
      const answered = keptByExchange.size > 0 ? [...keptByExchange.keys()].filter(isAskedBy(line)) : [];
      return answered.flatMap((exchange) => {
        const { isAnswered, groups: [group] = [] } = waiters.get(exchange) ?? {};
        if (!group || group.kind === 'turn') return [];
        change(exchange, undefined, line.elapsed);
        return isAnswered ? [] : [group];
      });
    },
    /** The newest frame that everybody waits for while acptap keeps it, or else the last one whose wait ended. */
    keptFrame: (): KeptFrame | undefined =>
      [...keptByExchange].findLast(([exchange]) => waiters.get(exchange)?.isOnAxis)?.[1] ?? lastReleased,
  };
}

/** For whom a delivered request waits. Undefined for a request of the client: the agent works. */
const waitsFor = ({ method, opened }: Exchange): Wait['on'] | undefined => {
  const who = whoAnswers(opposite(opened.from), method);
  return who === 'agent' ? undefined : who;
};

/** Returns `now`, but never a time after the group's end. */
const within = ({ until }: GrowingGroup, now: number): number => (until === undefined ? now : Math.min(now, until));
