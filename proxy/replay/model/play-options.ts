import type { MatchLevels } from './match-level.ts';
import type { Speed } from './pacing.ts';

/** How a recording is played. Times are in milliseconds. */
export interface PlayOptions {
  /** `fail` ends at the first difference; `follow` notes the difference and continues. */
  readonly onDivergence: 'fail' | 'follow';
  /** How alike messages must be, by method, in place of the default. */
  readonly match: MatchLevels;
  readonly speed: Speed;
  /** The longest recorded pause that is kept. */
  readonly maxGap: number;
  /** The least time between the answer that opens a session and its first update. Editors need about 100. */
  readonly settleAfterNew: number;
  /** How long the client may take to answer a request without a person. Undefined: for ever. */
  readonly timeout: number | undefined;
  /**
   * How long a person may take: for the next request, a cancel, a choice. Undefined: for ever; as long as `timeout`
   * once `finished()` is called.
   */
  readonly idleTimeout: number | undefined;
  /** How long a person may take for a cancel or a choice. Default: `idleTimeout`. */
  readonly personTimeout: number | undefined;
  /** Fails a replay unless both sides sent everything that was recorded, and nothing else. */
  readonly strict: boolean;
  /** Maps recorded folders in free text too, not only in paths. */
  readonly mapText: boolean;
  /** Leaves out messages that need capabilities which the client does not have. */
  readonly dropGated: boolean;
  /** Plays the agent's stderr and the end of its process too. */
  readonly stderr: boolean;
  readonly exit: boolean;
}

/** Options that a fixture may set in the member `replay` of its header. */
export type FixtureOptions = Partial<
  Pick<
    PlayOptions,
    'onDivergence' | 'match' | 'speed' | 'maxGap' | 'settleAfterNew' | 'timeout' | 'strict' | 'mapText' | 'dropGated'
  >
>;
