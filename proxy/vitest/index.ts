/**
 * `acptap/vitest`: matchers for replays and recordings, and an agent that is recorded once and replayed ever after. Importing it adds the
 * matchers to vitest's `expect`.
 */
import { expect } from 'vitest';
import { toConform, toHaveReplayedCompletely, type ConformOptions } from './matchers.ts';

export type { ConformOptions } from './matchers.ts';
export type { RecordMode } from './record-mode.ts';
export { recordedAgent, type RecordedAgent, type RecordedAgentOptions } from './recorded-agent.ts';

expect.extend({ toHaveReplayedCompletely, toConform });

declare global {
  // Vitest's own `Matchers` has other type parameters in each of its versions 3 to 5; Chai's is in all of them, and has none.
  namespace Chai {
    interface Assertion {
      /** A replayed agent, or the report of one: both sides said everything that was recorded, and nothing else. Waits for the end. */
      toHaveReplayedCompletely(): Promise<void>;
      /** A recording or its entries, or a replay that was made with `verify`: nothing breaks the protocol. */
      toConform(options?: ConformOptions): Promise<void>;
    }
  }
}
