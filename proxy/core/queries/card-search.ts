import type { SeekResult } from '#core/contract/timeline.ts';
import { foldCase } from '#core/filter/required-text.ts';
import type { CardSeekQuery, ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';

/** Reads cards of one list. undefined if the recording was removed or the result is no longer wanted. */
export type ReadCards = (at: ConversationQuery['at'], count: number) => Promise<ConversationWindow | undefined>;

/** A card with the text. */
interface Hit {
  readonly index: number;
  readonly seq: number;
}

interface Search {
  readonly key: string;
  readonly text: string;
  readonly revision: number;
  readonly hits: readonly Hit[];
}

/** Cards between two pauses: some milliseconds of work. */
const AT_ONCE = 40;

/** Searches lists of cards for texts. Keeps the last result. The next step or a longer text searches only those cards. */
export function createCardSearch({ rest }: Pick<TimelinePorts, 'rest'>) {
  let last: Search | undefined;

  return async (
    list: string,
    read: ReadCards,
    { session, text, from, step }: Omit<CardSeekQuery, 'q'>,
    isWanted: () => boolean,
  ): Promise<SeekResult | undefined> => {
    const near = await read(from < 0 ? { from: 0 } : { around: from }, 1);
    if (!near) return undefined;
    const wanted = foldCase(text);
    const key = JSON.stringify([list, session]);
    const before =
      last?.key === key && last.revision === near.revision && wanted.includes(last.text) ? last : undefined;
    const hits = before?.text === wanted ? before.hits : await hitsOf(wanted, near.total, before?.hits);
    if (!hits) return undefined;
    last = { key, text: wanted, revision: near.revision, hits };
    const next = nextHit(hits, placeOf(near, from), step);
    return { seq: hits[next]?.seq ?? null, ordinal: hits.length === 0 ? null : next + 1, count: hits.length };

    /** The cards with a text: of all cards, or of those that have a part of it. */
    async function hitsOf(part: string, total: number, among?: readonly Hit[]): Promise<readonly Hit[] | undefined> {
      const found: Hit[] = [];
      const starts = among ? among.map(({ index }) => index) : multiples(AT_ONCE, total);
      for (const start of starts) {
        const window = isWanted() ? await read({ from: start }, among ? 1 : AT_ONCE) : undefined;
        if (!window) return undefined;
        for (const [at, card] of window.cards.entries())
          if (shows(card, part)) found.push({ index: start + at, seq: card.first });
        await rest();
      }
      return found;
    }
  };
}

const multiples = (of: number, below: number) => Array.from({ length: Math.ceil(below / of) }, (_, no) => no * of);

/** The place of an entry among the cards: -1 if no card comes before it. */
const placeOf = ({ index, cards: [card] }: ConversationWindow, seq: number) =>
  (index ?? 0) - (card && card.first > seq ? 1 : 0);

/** The position of the hit at (`step` 0), after or before a place, around the end. */
function nextHit(hits: readonly Hit[], place: number, step: 0 | 1 | -1): number {
  const next =
    step < 0 ? hits.findLastIndex(({ index }) => index < place) : hits.findIndex(({ index }) => index >= place + step);
  if (next !== -1) return next;
  return step < 0 ? hits.length - 1 : 0;
}

/** Members that are not shown as they are. */
const HIDDEN: ReadonlySet<string> = new Set(['kind', 'part', 'session', 'data', 'mimeType', 'chosen']);

/** Whether a text of a card, or of a part of it, contains `wanted`, which is folded. */
function shows(part: unknown, wanted: string): boolean {
  if (typeof part === 'string') return foldCase(part).includes(wanted);
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([name, value]) => !HIDDEN.has(name) && shows(value, wanted));
}
