import { USER } from '#core/redaction/home-folders.ts';
import type { Masked } from '#core/redaction/redact.ts';

/** Shorter values show nothing: a beginning would be too much of them. */
const MIN_LENGTH = 12;
const SHOWN = 4;

/**
 * Returns the beginning of a masked value for a preview: 4 characters; null for values of less than 12. All values with
 * one placeholder are one secret, perhaps in pieces. They share the beginning of the first, so that they never add up to
 * more of it.
 */
export function createBeginnings(): (masked: Pick<Masked, 'put'>, value: string) => string | null {
  const known = new Map<string, string>();
  return ({ put }, value) => {
    if (value.length < MIN_LENGTH) return null;
    const secret = put === USER ? value : put;
    const begins = known.get(secret) ?? value.slice(0, SHOWN);
    known.set(secret, begins);
    return begins;
  };
}
