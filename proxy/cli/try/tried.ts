import type { FaultKind } from '#core/intervene/fault.ts';
import type { TestResult, TestRun } from './run-test.ts';

/** A run of the test command under a fault. */
export interface TriedFault extends Omit<TestRun, 'result'> {
  readonly kind: FaultKind;
  readonly fault: string;
  /** `untouched`: the test passed, but the fault touched no frame, so that it has shown nothing. */
  readonly result: TestResult | 'untouched';
  /** Agents that the command started, and frames that the fault touched. */
  readonly agents: number;
  readonly touched: number;
  /** The command line that runs it again. */
  readonly again: string;
}

/** The results of `try`: the run without a fault, and a run for each fault. */
export interface Tried {
  readonly fixture: string;
  readonly command: readonly string[];
  readonly seed: number;
  readonly timeout: number;
  readonly withoutFault: TestRun;
  readonly faults: readonly TriedFault[];
}
