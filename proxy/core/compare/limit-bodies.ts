import type { ComparedStep } from '#core/model/compare.ts';
import type { NormalisedText } from './normaliser.ts';

/** The most characters of a short body. A longer body also has a fingerprint. */
export const SHORT_BODY = 2000;

/**
 * The most characters of long bodies kept for one recording. Beyond them, a comparison finds differences but cannot
 * show them.
 */
const MAX_LONG_BODIES = 64 * 1024 * 1024;

/** Turns the normalised content of a recording's steps into bodies. Drops long bodies beyond `maxCharacters` in all. */
export function createBodyLimiter(maxCharacters = MAX_LONG_BODIES) {
  let left = maxCharacters;
  return ({
    text,
    ids,
    runValues,
  }: NormalisedText): Pick<ComparedStep, 'body' | 'fingerprint' | 'ids' | 'runValues'> => {
    if (text.length <= SHORT_BODY) return { body: text, fingerprint: null, ids, runValues };
    left -= text.length;
    return { body: left >= 0 ? text : null, fingerprint: fingerprintOf(text), ids, runValues };
  };
}

/** Two 32-bit hashes and the length. Not safe against texts made to collide. */
export function fingerprintOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul((other ^ unit) + index, 0x85ebca6b);
    other ^= other >>> 13;
  }
  return `${text.length} ${(one >>> 0).toString(36)} ${(other >>> 0).toString(36)}`;
}
