import { DEFAULTS } from './defaults.ts';
import { readFaults, WITH_FAULTS, type Faults } from './faults/faults.ts';
import type { PatienceLimits } from './connection/patience.ts';
import type { FixtureOptions, PlayOptions } from './model/play-options.ts';
import { checkOptions } from './options.ts';
import type { ReplayOptions } from './replayed-agent.ts';
import { isDebugged, NO_LIMITS, testLimits } from './test-limits.ts';

/** The options of `replayAgent` besides `PlayOptions`. */
const OTHER_OPTIONS: readonly Exclude<keyof ReplayOptions, keyof PlayOptions>[] = [
  'verify',
  'clock',
  'frame',
  'faults',
  'seed',
  'onFault',
  'test',
  'onStderr',
  'onWaiting',
  'onExit',
];

/** The checked options of a replay, with defaults. */
interface Settled {
  readonly play: Partial<PlayOptions>;
  readonly faults: Faults | undefined;
  readonly patience: PatienceLimits; // with faults only
}

/**
 * Checks the options of a replay, and adds those of the fixture and the limits of the test.
 * @throws {TypeError} naming the wrong option. @throws {AcptapError} `bad-fault`.
 */
export function settleOptions(
  given: ReplayOptions,
  fixed: FixtureOptions = {},
  testTimeout: number | undefined,
): Settled {
  checkOptions(given, OTHER_OPTIONS);
  const { clock, faults: texts, seed } = given;
  const faults = readFaults(texts, seed);
  const others: readonly string[] = OTHER_OPTIONS;
  const asked: Partial<PlayOptions> = Object.fromEntries(
    Object.entries(given).filter(([name]) => !others.includes(name)),
  );
  const limits = clock ? {} : testLimits(testTimeout, { ...fixed, ...asked });
  const isEndless = !clock && isDebugged();
  const play = {
    ...limits,
    ...fixed,
    ...(faults ? WITH_FAULTS : {}),
    ...asked,
    match: { ...fixed.match, ...asked.match },
    ...(isEndless ? NO_LIMITS : {}),
  };
  const lost = isEndless ? undefined : (asked.timeout ?? limits.timeout ?? DEFAULTS.timeout);
  const usual = Object.hasOwn(asked, 'timeout') ? undefined : lost; // the player itself applies that timeout
  return { play, faults, patience: faults ? { usual, lost } : {} };
}
