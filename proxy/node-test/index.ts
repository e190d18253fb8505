/** `acptap/node-test`: what `acptap/vitest` has, as functions that throw: for `node:test` and any other test runner. */
import { AssertionError } from 'node:assert';
import { toConform, toHaveReplayedCompletely, type ConformOptions } from '../vitest/matchers.ts';

export type { ConformOptions } from '../vitest/matchers.ts';
export type { RecordMode } from '../vitest/record-mode.ts';
export { recordedAgent, type RecordedAgent, type RecordedAgentOptions } from '../vitest/recorded-agent.ts';

/**
 * A replayed agent, or the report of one: both sides said all that was recorded, and nothing else. Waits for the end.
 * @throws {AssertionError} with the report.
 */
export async function assertReplayedCompletely(replay: unknown): Promise<void> {
  assert(await toHaveReplayedCompletely(replay));
}

/**
 * A recording or its entries, or a replay that was made with `verify`: nothing breaks the protocol.
 * @throws {AssertionError} with the findings.
 */
export async function assertConforms(received: unknown, options?: ConformOptions): Promise<void> {
  assert(await toConform(received, options));
}

function assert({ pass, message }: { readonly pass: boolean; readonly message: () => string }): void {
  if (!pass) throw new AssertionError({ message: message() });
}
