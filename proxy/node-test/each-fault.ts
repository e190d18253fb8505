import { describe, test, type TestContext } from 'node:test';
import {
  registerFaultTests,
  type EachFaultOptions,
  type FaultArguments,
  type FaultFixture,
  type UnderFault,
} from '../vitest/register-fault-tests.ts';

/** The arguments of a test under a fault, with node:test's context of the test. */
export type FaultedTest = UnderFault<TestContext>;

type TestUnderFault = (under: FaultedTest) => void | Promise<void>;

/** `eachFault` of `acptap/vitest` for `node:test`: registers one or two tests for each kind of fault. */
export function eachFault(fixture: FaultFixture, test: TestUnderFault): void;
export function eachFault(fixture: FaultFixture, options: EachFaultOptions, test: TestUnderFault): void;
export function eachFault(fixture: FaultFixture, ...rest: FaultArguments<TestContext>): void {
  const registrar = {
    describe: (name: string, body: () => Promise<void>) => void describe(name, body),
    test: (name: string, body: (context: TestContext) => Promise<void>) => void test(name, body),
  };
  registerFaultTests(registrar, fixture, rest);
}
