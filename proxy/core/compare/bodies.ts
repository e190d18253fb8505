import type { Step } from '#core/contract/compare.ts';
import type { Piece } from './neutral.ts';

/** Longer bodies are told apart by a fingerprint. */
export const SHORT = 2000;

/** Characters of long bodies that are kept, of one recording: what is beyond is known to differ, but not in what. */
const KEPT = 64 * 1024 * 1024;

/** Makes what is kept of the bodies of a recording's steps. */
export function createBodies() {
  let left = KEPT;
  return ({ text, ids, passing }: Piece): Pick<Step, 'body' | 'fingerprint' | 'ids' | 'passing'> => {
    if (text.length <= SHORT) return { body: text, fingerprint: null, ids, passing };
    left -= text.length;
    return { body: left >= 0 ? text : null, fingerprint: fingerprintOf(text), ids, passing };
  };
}

/** Two hashes of 32 bits and the length: for texts that nobody made to have the same. */
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
