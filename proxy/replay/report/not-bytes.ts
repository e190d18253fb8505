import { inspect } from 'node:util';

/** The error for a client that writes something else than bytes. */
export const notBytes = (chunk: unknown): TypeError =>
  new TypeError(
    `a replayed agent hears bytes: write a Uint8Array, not ${inspect(chunk, { maxStringLength: 40, depth: 0 })}`,
  );
