import { isInitialize } from '#core/protocol/methods.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Entry } from '#core/wire/entry.ts';

/**
 * Finds the entries that a part of a recording needs, so that it is a recording that can be read and checked alone:
 * `initialize`, the opening of the sessions of its entries, the prompts and the ends of their turns, and both halves of
 * each request. Call `apply` with every entry of the recording, in order.
 */
export function createPartContext(isSelected: (seq: number) => boolean) {
  const trace = createTrace();
  let count = 0;
  const taken = new Set<number>();
  const touched = new Set<string>();
  /** Requests and responses that open sessions, by session. */
  const openings = new Map<string, readonly number[]>();
  let opening: readonly number[] = [];
  /** Turns with a selected entry, and the turns that run now, by session. */
  const turns = new Set<number>();
  const running = new Map<string, Turn>();

  function applyEvent(event: TraceEvent): void {
    if (event.kind === 'answered') {
      const { opened, closed, method } = event.exchange;
      if (isInitialize(method) || isSelected(opened.seq) || isSelected(closed.seq)) take(opened.seq, closed.seq);
      if (opensSession(method)) opening = [opened.seq, closed.seq];
    } else if (event.kind === 'session') {
      const { id } = event.session;
      if (!openings.has(id)) openings.set(id, opening); // of the answer just before
    } else if (event.kind === 'turn') {
      const { turn } = event;
      if (!turn.ended) running.set(turn.session, turn);
      else {
        if (running.get(turn.session)?.number === turn.number) running.delete(turn.session);
        if (turns.has(turn.number)) take(turn.started.seq, turn.ended.seq);
      }
    }
  }

  function take(...seqs: readonly number[]): void {
    for (const seq of seqs) taken.add(seq);
  }

  return {
    apply(entry: Entry): void {
      const { messages, events } = trace.apply(entry);
      count += 1;
      const isOwn = isSelected(entry.seq);
      if (isOwn) taken.add(entry.seq);
      for (const event of events) applyEvent(event);
      if (!isOwn) return;
      for (const { session, exchange } of messages) {
        const id = session ?? exchange?.session;
        if (id === undefined) continue;
        touched.add(id);
        const turn = running.get(id);
        if (!turn) continue;
        turns.add(turn.number);
        take(turn.started.seq);
      }
    },
    /** The number of entries so far. */
    count: (): number => count,
    /** The selected entries and what they need. */
    seqs(): readonly number[] {
      for (const session of touched) take(...(openings.get(session) ?? []));
      return [...taken].toSorted((a, b) => a - b);
    },
  };
}
