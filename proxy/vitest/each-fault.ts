import { describe, test, type TestContext } from 'vitest';
import {
  registerFaultTests,
  type EachFaultOptions,
  type FaultArguments,
  type FaultFixture,
  type UnderFault,
} from './register-fault-tests.ts';

export type { EachFaultOptions } from './register-fault-tests.ts';

/** The arguments of a test under a fault, with vitest's context of the test. */
export type FaultedTest = UnderFault<TestContext>;

type TestUnderFault = (under: FaultedTest) => void | Promise<void>;

/**
 * Registers one or two tests for each kind of fault. Each test gets the agent of the recording with that fault. The name of a
 * test has the fault and the seed, which repeat it: `eachFault(fixture, { faults: ['drop once'], seed: 1 }, test)`. A
 * test whose fault touched no frame is skipped, because it has shown nothing.
 *
 *     eachFault('test/fixtures/greets.acp.jsonl', async ({ agent, kind }) => {
 *       const editor = connect(agent.writable, agent.readable);
 *       await editor.prompt('Say hello').catch(() => {});
 *       expect(editor.state).toBe('idle');
 *     });
 *
 * `fixture` is a path from the current folder, a URL, or what `fixture()` or `scenario()` gave.
 */
export function eachFault(fixture: FaultFixture, test: TestUnderFault): void;
export function eachFault(fixture: FaultFixture, options: EachFaultOptions, test: TestUnderFault): void;
export function eachFault(fixture: FaultFixture, ...rest: FaultArguments<TestContext>): void {
  registerFaultTests({ describe, test }, fixture, rest);
}
