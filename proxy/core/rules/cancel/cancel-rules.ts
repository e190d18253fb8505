import type { Rule } from '../engine/rule.ts';
import cancelledRequestIsAnswered from './cancelled-request-is-answered.ts';
import cancelledWasAskedFor from './cancelled-was-asked-for.ts';
import promptIsAnsweredWithoutError from './prompt-is-answered-without-error.ts';
import requestToCancelWasSent from './request-to-cancel-was-sent.ts';
import somethingIsRunning from './something-is-running.ts';
import turnEndsAsCancelled from './turn-ends-as-cancelled.ts';
import updatesEndWithTheTurn from './updates-end-with-the-turn.ts';
import workEndsAsCancelled from './work-ends-as-cancelled.ts';

/** Session/cancel and $/cancel_request. */
export const cancelRules: readonly Rule[] = [
  somethingIsRunning,
  promptIsAnsweredWithoutError,
  turnEndsAsCancelled,
  workEndsAsCancelled,
  cancelledWasAskedFor,
  updatesEndWithTheTurn,
  requestToCancelWasSent,
  cancelledRequestIsAnswered,
];
