import { url as inspectorUrl } from 'node:inspector';
import type { PlayOptions } from './options.ts';

/** Below vitest's default of 5 s, where the test's own limit is unknown. */
const LIMIT_MS = 3000;

/**
 * How long a replay in a test waits by default: half of the time that the test may take, so that the test fails with what the replay
 * waited for. Without an `idleTimeout` that holds for a person's choice, too: in a test a program chooses.
 */
export function testLimits(testTimeout: number | undefined, given: Partial<PlayOptions>): Partial<PlayOptions> {
  const isLimited = testTimeout !== undefined && testTimeout > 0 && Number.isFinite(testTimeout);
  const limit = isLimited ? testTimeout / 2 : LIMIT_MS;
  return { timeout: limit, ...(Object.hasOwn(given, 'idleTimeout') ? {} : { personTimeout: limit }) };
}

/** A replay waits for ever while somebody debugs the client. */
export const NO_LIMITS = { timeout: undefined, idleTimeout: undefined, personTimeout: undefined };

/** Worker threads do not see the URL of a debugger that listens in the main thread. `node --test` gives others of `--inspect-…`. */
export const isDebugged = (): boolean =>
  inspectorUrl() !== undefined || process.execArgv.some((option) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(option));
