import { isObject } from '#core/wire/json.ts';

/** Where a conversation was left, kept beside the address: over a reload, and for whoever comes back to it. */
export interface KeptCard {
  /** The session that was chosen; undefined for all of them. */
  readonly session: string | undefined;
  /** The first card in sight, by its place in the list, and how many pixels of it are above the edge. */
  readonly card: number;
  readonly above: number;
}

/** Undefined where nothing was kept, or something of another view. */
export function readKeptCard(kept: unknown): KeptCard | undefined {
  if (!isObject(kept)) return undefined;
  const { session, card, above } = kept;
  if (typeof card !== 'number' || !Number.isSafeInteger(card) || card < 0) return undefined;
  if (typeof above !== 'number' || !Number.isFinite(above)) return undefined;
  return { session: typeof session === 'string' ? session : undefined, card, above: Math.max(above, 0) };
}
