import { isObject } from '#core/json/json.ts';

/** Scroll position of a conversation. Kept beside the address, to restore it after a reload or going back. */
export interface SavedPosition {
  /** The chosen session; undefined for all sessions. */
  readonly session: string | undefined;
  /** Index of the first visible card, and how many of its pixels are above the edge. */
  readonly card: number;
  readonly above: number;
}

/** Returns undefined if `kept` is missing or belongs to another view. */
export function readSavedPosition(kept: unknown): SavedPosition | undefined {
  if (!isObject(kept)) return undefined;
  const { session, card, above } = kept;
  if (typeof card !== 'number' || !Number.isSafeInteger(card) || card < 0) return undefined;
  if (typeof above !== 'number' || !Number.isFinite(above)) return undefined;
  return { session: typeof session === 'string' ? session : undefined, card, above: Math.max(above, 0) };
}
