import type { PlayOptions } from './model/play-options.ts';

/** The options of a replay where none are given. */
export const DEFAULTS: PlayOptions = {
  onDivergence: 'fail',
  match: {},
  speed: 'instant',
  maxGap: Number.POSITIVE_INFINITY,
  settleAfterNew: 0,
  timeout: 5000,
  idleTimeout: undefined,
  personTimeout: undefined,
  strict: false,
  mapText: false,
  dropGated: false,
  stderr: false,
  exit: false,
};
