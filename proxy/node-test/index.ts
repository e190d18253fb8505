/**
 * `acptap/node-test`: the matchers of `acptap/vitest` as throwing functions, for `node:test` and other test runners.
 */
import { AssertionError } from 'node:assert';
import { toConform, toHaveReplayedCompletely, type ConformOptions } from '../vitest/matchers.ts';

export type { ConformOptions } from '../vitest/matchers.ts';
export { eachFault, type FaultedTest } from './each-fault.ts';
export type { EachFaultOptions } from '../vitest/register-fault-tests.ts';
export type { RecordMode } from '../vitest/record-mode.ts';
export { recordedAgent, type RecordedAgent, type RecordedAgentOptions } from '../vitest/recorded-agent.ts';

/**
 * Asserts that both sides of a replay, or of its report, said everything recorded and nothing else. Waits for the end.
 * @throws {AssertionError} with the report.
 */
export async function assertReplayedCompletely(replay: unknown): Promise<void> {
  assert(await toHaveReplayedCompletely(replay, 'assertReplayedCompletely()'));
}

/**
 * Asserts that a recording, its entries, or a replay made with `verify` keeps to the protocol.
 * @throws {AssertionError} with the findings.
 */
export async function assertConforms(received: unknown, options?: ConformOptions): Promise<void> {
  assert(await toConform(received, options, 'assertConforms()'));
}

function assert({ pass, message }: { readonly pass: boolean; readonly message: () => string }): void {
  if (!pass) throw new AssertionError({ message: message() });
}
