/** After this silence the driver reports the message that it waits for. */
export const LONG_SILENCE_MS = 5000;

/** The longest wait for one step, in multiples of `timeout`: an agent may keep sending other messages. */
const PATIENCE = 20;

/** After this silence the agent counts as idle. */
const QUIET_MS = 300;

/** The longest wait for silence after the last step: updates such as a title or commands may still come. */
const LATEST_QUIET_MS = 3000;

/** The longest recorded delay that is kept, for example of a person who read before cancelling. */
const LONGEST_DELAY_MS = 5000;

/** The waits of a drive in milliseconds. `timeout` is that of `DriverOptions`; undefined is a wait that is over. */
export function createDriveClock(now: () => number, timeout: number) {
  const longest = timeout * PATIENCE;
  let outputAt = now();
  let stepAt = outputAt; // when the step before was taken
  let reachedAt: number | undefined; // when the agent had come far enough for the next step
  let doneAt: number | undefined; // when all steps were taken and `plan.needs` were met
  let reportedAt: number | undefined; // `outputAt` of the silence that was reported

  const until = (time: number) => (time > now() ? time - now() : undefined);

  return {
    /** The silence begins anew: the agent wrote something, or needs time to answer. */
    restartSilence: (): void => void (outputAt = now()),
    takeStep: (): void => void ([stepAt, reachedAt] = [now(), undefined]),
    reach: (): void => void (reachedAt ??= now()),
    hasReached: (): boolean => reachedAt !== undefined,

    /** Until the drive fails; 0 or less if it does now. */
    untilGivenUp: (): number => Math.min(outputAt + timeout, stepAt + longest) - now(),
    /** The wait that was too long: the silence, or that for one step. */
    exceeded: (): { readonly isSilent: boolean; readonly limit: number } =>
      now() >= outputAt + timeout ? { isSilent: true, limit: timeout } : { isSilent: false, limit: longest },

    /** Used when fewer updates outside of turns came than recorded: the rest may never come. */
    untilQuiet: (): number | undefined => until(Math.min(outputAt + QUIET_MS, stepAt + longest)),
    /** Until a step in a turn is due, whose recorded delay begins when the agent has come far enough. */
    untilDue: (delayMs: number): number | undefined =>
      until(reachedAt === undefined ? stepAt + timeout : reachedAt + Math.min(delayMs, LONGEST_DELAY_MS)),
    /** Until the agent is idle after all steps. */
    untilIdle(): number | undefined {
      doneAt ??= now();
      return until(Math.min(outputAt + QUIET_MS, doneAt + LATEST_QUIET_MS));
    },

    /** Until a long silence is to be reported; undefined if this silence was. */
    untilReport: (): number | undefined =>
      reportedAt === outputAt ? undefined : Math.max(0, outputAt + LONG_SILENCE_MS - now()),
    /** Begins the report. False if the agent wrote meanwhile. */
    beginReport(): boolean {
      if (until(outputAt + LONG_SILENCE_MS) !== undefined) return false;
      reportedAt = outputAt;
      return true;
    },
  };
}
