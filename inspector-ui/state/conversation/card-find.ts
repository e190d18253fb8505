import { batch, signal, type ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/units.ts';
import type { Backend } from '../../backends/backend.ts';
import type { FindInView } from '../filter/find.ts';

export interface CardFindPorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'seekCard'>;
  /** The filter in force: hidden cards are not found. */
  readonly q: ReadonlySignal<string>;
  readonly session: ReadonlySignal<string | undefined>;
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq) => void;
  /** Number of places with the text that the hit's card shows; 0 while it is not drawn as the current card. */
  readonly countPlaces: (hit: CardHit) => number;
}

/** A place with the text, inside a card. */
export interface CardHit {
  readonly text: string;
  /** First entry of the card. */
  readonly seq: Seq;
  /** From 0; infinite for the last place of the card. */
  readonly at: number;
}

/** Finds a text in cards: goes from place to place inside a card, then selects the first entry of the next card. */
export function createCardFind({ recording, backend, q, session, selected, select, countPlaces }: CardFindPorts) {
  const hit = signal<CardHit | undefined>(undefined);

  /** Goes to another place in the same card. Returns false if the card has none in that direction. */
  const moveInCard = (text: string, step: 1 | -1): boolean => {
    const now = hit.peek();
    const count = now?.text === text ? countPlaces(now) : 0;
    const at = Math.min(now?.at ?? 0, count - 1) + step;
    if (!now || at < 0 || at >= count) return false;
    hit.value = { ...now, at };
    return true;
  };

  const search: FindInView = async (text, step, aborted) => {
    const from = selected.peek();
    const stays = step !== 0 && moveInCard(text, step);
    const query = { session: session.peek(), q: q.peek(), text, from: from ?? -1, step: stays ? 0 : step };
    const { seq, ordinal, count } = await backend.seekCard(recording, query, aborted);
    if (!stays && seq !== null && !aborted.aborted && selected.peek() === from)
      batch(() => {
        select(seqOf(seq));
        hit.value = { text, seq: seqOf(seq), at: step < 0 ? Number.POSITIVE_INFINITY : 0 };
      });
    return { ordinal: ordinal ?? 0, count };
  };

  return { search, hit: hit as ReadonlySignal<CardHit | undefined> };
}
