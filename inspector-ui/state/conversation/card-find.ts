import type { ReadonlySignal } from '@preact/signals';
import { printFilter } from '#core/filter/print.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Backend } from '../../backends/backend.ts';
import type { FindInView } from '../filter/find.ts';
import { combineFilters } from '../filter/view-filter.ts';

export interface CardFindPorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'conversation'>;
  /** The filter in force: hidden cards are not found. */
  readonly q: ReadonlySignal<string>;
  readonly session: ReadonlySignal<string | undefined>;
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq) => void;
}

/** Finds cards with a frame that contains a text, and selects their first entry, which scrolls to them. */
export function createCardFind({ recording, backend, q, session, selected, select }: CardFindPorts): FindInView {
  return async (text, step, isWanted) => {
    const query = {
      session: session.peek(),
      q: combineFilters(q.peek(), printFilter({ kind: 'text', text })),
      count: 1,
    };
    const ask = (at: { readonly from: number } | { readonly around: number }) =>
      backend.conversation(recording, { ...query, at }, new AbortController().signal);
    const from = selected.peek();
    const near = from === undefined ? await ask({ from: 0 }) : await ask({ around: from });
    if (near.total === 0) return { ordinal: 0, count: 0 };
    const index = nextHit(near, from, step);
    if (!isWanted()) return { ordinal: 0, count: 0 };
    const [card] = near.index === index ? near.cards : (await ask({ from: index })).cards;
    if (card && isWanted()) select(seqOf(card.first));
    return { ordinal: index + 1, count: near.total };
  };
}

interface Near {
  readonly cards: readonly { readonly first: number; readonly last: number }[];
  readonly total: number;
  /** The card that shows the selected entry, else the last one before it. */
  readonly index: number | null;
}

/** The position of the hit at (`step` 0), after or before the selected entry, around the end. */
export function nextHit({ cards: [card], total, index }: Near, from: Seq | undefined, step: 0 | 1 | -1): number {
  if (from === undefined || index === null) return step < 0 ? total - 1 : 0;
  const isAt = card !== undefined && card.first <= from && from <= card.last;
  const isBefore = card !== undefined && card.first > from; // all hits come after the selected entry
  const next = isAt ? index + step : isBefore ? index + Math.min(step, 0) : step < 0 ? index : index + 1;
  return (next + total) % total;
}
