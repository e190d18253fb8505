import { difference } from '#core/json/difference.ts';
import { firstDifference } from '#core/json/render-difference.ts';
import { quoted, renderValue } from '#core/json/render-value.ts';
import type { FrameChange } from '#core/model/row.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';

/** The most bytes of both frames that are compared for a row. The detail compares larger ones. */
const MAX_BYTES = 64 * 1024;

/** The longest value in a row, in characters. */
const WIDTH = 28;

/** How many shared characters a row shows before the difference, for two texts that begin alike. */
const SHARED = 4;

/** The first value that a delivery changed in a frame; undefined if only the spelling differs, or for large frames. */
export function changeBetween(received: Uint8Array, delivered: Uint8Array): FrameChange | undefined {
  if (received.length + delivered.length > MAX_BYTES) return undefined;
  const [before, after] = valuesOf(decodeLossy(received), decodeLossy(delivered));
  const [first, ...others] = difference(before, after);
  if (!first) return undefined;
  const { pointer, kind, expected, received: given } = first;
  return {
    pointer,
    received: kind === 'extra' ? null : shortOf(expected, given),
    delivered: kind === 'missing' ? null : shortOf(given, expected),
    more: others.length,
  };
}

/** The first value that acptap changed in an entry; undefined as above, and for an entry that it did not change. */
export const changeIn = (entry: Entry | undefined): FrameChange | undefined =>
  entry?.kind === 'frame' && entry.sent?.bytes ? changeBetween(entry.bytes, entry.sent.bytes) : undefined;

/** A value as short JSON. A text with a long beginning in common with `other` is shown from near the difference. */
function shortOf(value: unknown, other: unknown): string {
  if (typeof value !== 'string' || typeof other !== 'string') return renderValue(value, WIDTH);
  const shared = firstDifference(value, other);
  return quoted(value, WIDTH, shared > 2 * SHARED ? shared - SHARED : 0);
}

/** Two JSON values, or both texts if one of them is not JSON. */
function valuesOf(received: string, delivered: string): readonly [unknown, unknown] {
  try {
    return [JSON.parse(received), JSON.parse(delivered)];
  } catch {
    return [received, delivered];
  }
}
