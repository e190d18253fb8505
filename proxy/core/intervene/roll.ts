/**
 * A number from 0 to below 1 that depends only on its arguments: the same seed and the same frames give the same
 * interventions. The finalizer of MurmurHash3, applied to each argument.
 */
export function roll(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts)
    for (const word of [part >>> 0, Math.floor(part / 2 ** 32) >>> 0]) {
      hash = Math.imul(hash ^ word, 0x85ebca6b);
      hash ^= hash >>> 13;
      hash = Math.imul(hash, 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
  return (hash >>> 0) / 2 ** 32;
}
