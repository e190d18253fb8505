/**
 * `acptap/vitest`: matchers for replays and recordings, and an agent that is recorded once and then replayed. The
 * import adds the matchers to vitest's `expect`, and connects replays with the running test.
 */
import { chai, expect } from 'vitest';
import { setRunningTestFinder } from '../replay/running-test.ts';
import { callOf, requireAwait, withStackOf } from '../replay/watch-await.ts';
import { findVitestTest } from './find-running-test.ts';
import { toConform, toHaveReplayedCompletely, type ConformOptions } from './matchers.ts';

export type { ConformOptions } from './matchers.ts';
export { eachFault, type EachFaultOptions, type FaultedTest } from './each-fault.ts';
export type { RecordMode } from './record-mode.ts';
export { recordedAgent, type RecordedAgent, type RecordedAgentOptions } from './recorded-agent.ts';

const matchers = { toHaveReplayedCompletely, toConform };

expect.extend(matchers);
chai.use((_chai, { overwriteMethod }) => {
  for (const name of Object.keys(matchers)) overwriteMethod(chai.Assertion.prototype, name, toBeAwaited(name));
});
setRunningTestFinder(findVitestTest);

/** A matcher whose forgotten `await` fails the test. Vitest 3 and 4 only warn. */
function toBeAwaited(name: string) {
  return (matcher: (...args: unknown[]) => Promise<void>) =>
    function assert(this: Chai.Assertion, ...args: unknown[]): Promise<void> {
      const at = callOf(assert);
      const promise = matcher.apply(this, args).catch((cause: Error) => {
        throw withStackOf(at, cause);
      });
      const test = findVitestTest();
      return test ? requireAwait(promise, `expect(…).${name}()`, at, test) : promise;
    };
}

declare global {
  // Vitest's own `Matchers` has other type parameters in each of its versions 3 to 5; Chai's has none in all of them.
  namespace Chai {
    interface Assertion {
      /**
       * Passes if both sides of a replay, or of its report, said everything recorded and nothing else. Waits for the
       * end.
       */
      toHaveReplayedCompletely(): Promise<void>;
      /** Passes if a recording, its entries, or a replay made with `verify` keeps to the protocol. */
      toConform(options?: ConformOptions): Promise<void>;
    }
  }
}
