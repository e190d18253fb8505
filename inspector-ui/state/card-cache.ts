import type { Card } from '#core/contract/conversation.ts';

/** Cards of one request, and of one piece of the cache: two screens or so. */
export const CARDS = 20;

/** 800 cards: hundreds of screens. */
const MAX_PIECES = 40;

interface Piece {
  readonly cards: readonly Card[];
  /** What the recording was at when the piece was asked for. */
  readonly generation: number;
}

/** The cards a page holds, in pieces of CARDS; of too many, those that were wanted least lately are forgotten first. */
export function createCardCache() {
  const pieces = new Map<number, Piece>(); // in order of use, the oldest first

  const put = (index: number, piece: Piece) => {
    pieces.delete(index);
    pieces.set(index, piece);
    for (const oldest of pieces.keys()) {
      if (pieces.size <= MAX_PIECES) break;
      pieces.delete(oldest);
    }
  };

  return {
    cardAt: (index: number): Card | undefined => pieces.get(Math.floor(index / CARDS))?.cards[index % CARDS],
    store: (index: number, cards: readonly Card[], generation: number) => put(index, { cards, generation }),
    touch: (index: number) => {
      const piece = pieces.get(index);
      if (piece) put(index, piece);
    },
    has: (index: number): boolean => pieces.has(index),
    /** True when it is there as it was before `generation`. */
    isOld: (index: number, generation: number): boolean => (pieces.get(index)?.generation ?? generation) < generation,
    clear: () => pieces.clear(),
  };
}
