import { alignItems } from '#core/json/align-items.ts';
import { isEqual } from '#core/json/difference.ts';
import { renderValue } from '#core/json/render-value.ts';
import { compareText, compareTurns, toDifference, type DriveDifference } from './compare-turns.ts';
import type { RequestDigest } from './digest.ts';
import type { HistoryDigest } from './history-digest.ts';
import type { Inputs } from './inputs.ts';

/** Characters quoted of a person's message. */
const QUOTED = 60;

/**
 * Compares the history that two agents replayed of a session: the person's messages and the agent's actions.
 * `compareHistoryText` compares the agent's words.
 */
export function compareHistory(
  expected: RequestDigest,
  received: RequestDigest,
  inputs: Inputs,
): readonly DriveDifference[] {
  const [was, is] = [expected.history, received.history];
  if (!was || !is) return [];
  return [
    ...comparePrompts(expected, was, received, is),
    ...compareTurns(was.rest, is.rest, inputs).map((one) => inHistory(expected, one)),
  ];
}

export function compareHistoryText(expected: RequestDigest, received: RequestDigest): readonly DriveDifference[] {
  const [was, is] = [expected.history, received.history];
  if (!was || !is) return [];
  return compareText(was.rest, is.rest).map(({ message, ...one }) => ({
    ...one,
    turn: null,
    message: message.replace(/^\w+/, (what) => `${what} replayed by ${expected.method}`),
  }));
}

/** Marks a difference as part of the history, outside of today's turns. */
const inHistory = ({ method }: RequestDigest, { message, ...one }: DriveDifference): DriveDifference => ({
  ...one,
  turn: null,
  what: 'history',
  message: `replayed by ${method}: ${message}`,
});

function comparePrompts(
  { method, seq }: RequestDigest,
  was: HistoryDigest,
  { seq: liveSeq }: RequestDigest,
  is: HistoryDigest,
): readonly DriveDifference[] {
  return alignItems(was.prompts, is.prompts, isEqual, { left: 1_000_000 }).flatMap(({ expected, received }) => {
    const [then, now] = [was.prompts[expected ?? -1], is.prompts[received ?? -1]];
    if (then === now) return [];
    const name = `replayed by ${method}: message ${(expected ?? received ?? 0) + 1} of the person`;
    return [toDifference({ turn: null, seq, liveSeq }, 'history', name, quote(then), quote(now))];
  });
}

const quote = (text: string | undefined): string | null => (text === undefined ? null : renderValue(text, QUOTED));
