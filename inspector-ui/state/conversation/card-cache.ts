import { setNewest } from '#core/set-newest.ts';
import type { Card } from '#core/model/cards.ts';

/** Cards per request and per piece of the cache: about two screens. */
export const CARDS_PER_FETCH = 20;

/** Most pieces held: 800 cards, about 80 screens. */
const MAX_PIECES = 40;

interface Piece {
  readonly cards: readonly Card[];
  /** Generation of the recording when the piece was requested. */
  readonly generation: number;
}

/** Holds cards in pieces of CARDS_PER_FETCH. Evicts the least recently used pieces. */
export function createCardCache() {
  const pieces = new Map<number, Piece>(); // in order of use, the oldest first

  const put = (index: number, piece: Piece) => {
    setNewest(pieces, index, piece, MAX_PIECES);
  };

  return {
    cardAt: (index: number): Card | undefined =>
      pieces.get(Math.floor(index / CARDS_PER_FETCH))?.cards[index % CARDS_PER_FETCH],
    store: (index: number, cards: readonly Card[], generation: number) => put(index, { cards, generation }),
    touch: (index: number) => {
      const piece = pieces.get(index);
      if (piece) put(index, piece);
    },
    has: (index: number): boolean => pieces.has(index),
    /** True when the piece is held and older than `generation`. */
    isOld: (index: number, generation: number): boolean => (pieces.get(index)?.generation ?? generation) < generation,
    clear: () => pieces.clear(),
  };
}
