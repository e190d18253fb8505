import type { Rule } from '../engine/rule.ts';
import acceptedMessageIsReported from './accepted-message-is-reported.ts';
import backgroundWorkWasAnnounced from './background-work-was-announced.ts';
import endsWithRequestsAnswered from './ends-with-requests-answered.ts';
import hasContent from './has-content.ts';
import oneTurnAtATime from './one-turn-at-a-time.ts';
import refusedMessageWasNotReported from './refused-message-was-not-reported.ts';
import updatesBelongToATurn from './updates-belong-to-a-turn.ts';
import workBeginsWithRunning from './work-begins-with-running.ts';
import workEndsWithIdle from './work-ends-with-idle.ts';

/** Turns, and the work of version 2. */
export const promptRules: readonly Rule[] = [
  hasContent,
  oneTurnAtATime,
  updatesBelongToATurn,
  endsWithRequestsAnswered,
  acceptedMessageIsReported,
  refusedMessageWasNotReported,
  workBeginsWithRunning,
  workEndsWithIdle,
  backgroundWorkWasAnnounced,
];
