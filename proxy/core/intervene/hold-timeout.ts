import { AcptapError } from '#core/errors.ts';
import { readQuantity } from '#core/filter/quantity.ts';

const DEFAULT_MS = 5 * 60_000;
/** How long holds last after the last watcher has gone. */
export const WATCHER_GRACE_MS = 5000;

const MAX_MS = 24 * 3_600_000;

/** Reads the longest hold, in milliseconds. @throws {AcptapError} `usage`. */
export function readHoldTimeout(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MS;
  const ms = /[a-z]$/i.test(text) ? (readQuantity('dur', text)?.value ?? 0) / 1000 : 0;
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new AcptapError('usage', `--hold-timeout ${text}: give a time up to 24h with its unit, like 30s, 10m or 1h`);
}
