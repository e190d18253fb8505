import { url as inspectorUrl } from 'node:inspector';
import type { PlayOptions } from './model/play-options.ts';

/** The limit in tests with an unknown timeout: below vitest's default of 5 s. */
const LIMIT_MS = 3000;

/**
 * The default timeouts of a replay in a test: half of the test's timeout, so that the test fails with what the replay
 * waited for. Unless `idleTimeout` is set, this applies to a person's choice too: in a test a program chooses.
 */
export function testLimits(testTimeout: number | undefined, given: Partial<PlayOptions>): Partial<PlayOptions> {
  const isLimited = testTimeout !== undefined && testTimeout > 0 && Number.isFinite(testTimeout);
  const limit = isLimited ? testTimeout / 2 : LIMIT_MS;
  return { timeout: limit, ...(Object.hasOwn(given, 'idleTimeout') ? {} : { personTimeout: limit }) };
}

/**
 * How long a real agent may be silent while it is recorded: as long as a replay waits for a client, or for the given
 * `timeout` if that is longer, because a real agent is slower than its replay.
 */
export function agentLimit(testTimeout: number | undefined, given: Partial<PlayOptions>): number | undefined {
  if (isDebugged()) return undefined;
  const { timeout: usual = LIMIT_MS } = testLimits(testTimeout, {});
  if (Object.hasOwn(given, 'timeout') && given.timeout === undefined) return undefined;
  return Math.max(given.timeout ?? 0, usual);
}

/** A replay waits for ever while the client is debugged. */
export const NO_LIMITS = { timeout: undefined, idleTimeout: undefined, personTimeout: undefined };

/** Checks `execArgv` too: workers do not see the debugger's URL. Ignores the options that `node --test` adds. */
export const isDebugged = (): boolean =>
  inspectorUrl() !== undefined || process.execArgv.some((option) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(option));
