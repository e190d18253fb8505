import type { Section, ComparedStep } from '#core/model/compare.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import { promptWords } from './align.ts';

/** The turns of one session in the compared part. `number` is null for steps without a session. */
interface SessionTurns {
  readonly number: number | null;
  /** Indexes of its turns among all turns of the side. */
  readonly turns: readonly number[];
}

export type SessionPair = readonly [left: SessionTurns | undefined, right: SessionTurns | undefined];

/**
 * Pairs sessions by their content, not by time, because simultaneous sessions may come in any order. First those with
 * the same turns, then those with the same prompts, then those with the same first prompt; the rest in order.
 */
export function pairSessions(left: readonly Section[], right: readonly Section[]): readonly SessionPair[] {
  const [leftTurns, rightTurns] = [turnsOf(left), turnsOf(right)];
  const [ours, theirs] = [sessionsIn(left, leftTurns), sessionsIn(right, rightTurns)];
  const isOutside = ({ number }: SessionTurns) => number === null;
  const pairs: SessionPair[] = [[ours.find(isOutside), theirs.find(isOutside)]];
  let [open, others] = [ours.filter((one) => !isOutside(one)), theirs.filter((one) => !isOutside(one))];
  for (const likeness of LIKENESSES) {
    const keyOf = (turns: readonly Section[]) => (session: SessionTurns) => likeness(pick(turns, session.turns));
    const byKey = Map.groupBy(others, keyOf(rightTurns));
    const taken = new Set<SessionTurns>();
    for (const session of open) {
      const other = byKey.get(keyOf(leftTurns)(session))?.shift();
      if (!other) continue;
      pairs.push([session, other]);
      taken.add(session).add(other);
    }
    open = open.filter((one) => !taken.has(one));
    others = others.filter((one) => !taken.has(one));
  }
  return [...pairs, ...open.map((one) => [one, undefined] as const), ...others.map((one) => [undefined, one] as const)];
}

/** From the strictest to the loosest. */
const LIKENESSES: readonly ((turns: readonly Section[]) => string)[] = [
  (turns) => JSON.stringify(turns.map(({ steps }) => steps.map(wordOf))),
  (turns) => JSON.stringify(turns.map(promptWords)),
  (turns) => JSON.stringify(turns.slice(0, 1).map(promptWords)),
  () => '',
];

const wordOf = ({ from, kind, name, body, fingerprint }: ComparedStep) => [from, kind, name, fingerprint ?? body];

export const turnsOf = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ turn }) => turn !== null);

/** The session of a turn is that of its prompt. */
export const sessionOf = ({ steps }: Section): number | null =>
  (steps.find(({ name }) => beginsTurn(name)) ?? steps[0])?.session ?? null;

export const pick = (turns: readonly Section[], places: readonly number[]): readonly Section[] =>
  places.flatMap((place) => turns[place] ?? []);

function sessionsIn(sections: readonly Section[], turns: readonly Section[]): readonly SessionTurns[] {
  const places = new Map<number | null, number[]>([[null, []]]);
  for (const { steps } of sections) for (const { session } of steps) if (!places.has(session)) places.set(session, []);
  turns.forEach((turn, place) => places.get(sessionOf(turn))?.push(place));
  const numbers = [...places.keys()].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  return numbers.map((number) => ({ number, turns: places.get(number) ?? [] }));
}
