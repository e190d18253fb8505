import { isInitialize } from '#core/protocol/methods.ts';
import { compareHistory } from './compare-history.ts';
import { toDifference, type DifferenceKind, type DriveDifference } from './compare-turns.ts';
import type { RequestDigest } from './digest.ts';
import type { Facts } from './facts.ts';
import type { Inputs } from './inputs.ts';

/** Compares the outcomes of a client's request outside of turns. */
export function compareRequests(
  expected: RequestDigest,
  received: RequestDigest,
  inputs: Inputs,
): readonly DriveDifference[] {
  const here = { turn: null, seq: expected.seq, liveSeq: received.seq };
  const { method } = expected;
  if (expected.answer !== received.answer)
    return [toDifference(here, 'answer', `answer to ${method}`, expected.answer ?? null, received.answer ?? null)];
  const what: DifferenceKind = isInitialize(method) ? 'capability' : 'session';
  const facts = namesOf(expected.facts, received.facts).flatMap((name) => {
    const [was, is] = [expected.facts[name], received.facts[name]];
    if (!Array.isArray(was) || !Array.isArray(is))
      return inWords(was) === inWords(is)
        ? []
        : [toDifference(here, what, `${method} ${name}`, inWords(was), inWords(is))];
    return [
      ...without(was, is).map((gone) => ({
        ...here,
        what,
        expected: gone,
        received: null,
        message: `${name} lost: ${gone}`,
      })),
      ...without(is, was).map((more) => ({
        ...here,
        what,
        expected: null,
        received: more,
        message: `${name} gained: ${more}`,
      })),
    ];
  });
  return [...facts, ...compareHistory(expected, received, inputs)];
}

const namesOf = (a: Facts, b: Facts) => [...new Set([...Object.keys(a), ...Object.keys(b)])];

const inWords = (value: Facts[string] | undefined): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : value.join(', ');

const without = (list: readonly string[], others: readonly string[]): readonly string[] =>
  list.filter((item) => !others.includes(item));
