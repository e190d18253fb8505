import type { Section, ComparedStep } from '#core/model/compare.ts';
import { alignTurns, inOrder, promptWords } from './align.ts';
import { sorted, type Pairs } from './anchors.ts';
import { pairSessions, sessionOf, turnsOf, pick, type SessionPair } from './pair-sessions.ts';

/** Two matching sections, or one without a partner. */
export interface SectionPair {
  readonly left: Section | undefined;
  readonly right: Section | undefined;
  /** Steps that are only compared with each other. Outside of turns, those of one session. */
  readonly groups: readonly (readonly [left: readonly ComparedStep[], right: readonly ComparedStep[]])[];
}

/**
 * Pairs the sections outside of turns with each other, and turns session by session, so that the order of
 * simultaneous sessions does not matter. If a side has a single turn, pairs it with the other side's whatever its
 * prompt. Returns sections in the order of both sides. If the orders differ, uses one side's order, the same when the
 * sides are swapped.
 */
export function pairSections(left: readonly Section[], right: readonly Section[]) {
  const [leftTurns, rightTurns] = [turnsOf(left), turnsOf(right)];
  const sessions = pairSessions(left, right);
  const { pairs, isRough } = pairTurns(sessions, leftTurns, rightTurns);
  const isRightFirst = () => orderOf(rightTurns) < orderOf(leftTurns);
  const isOutside = ({ turn }: Section) => turn === null;
  const outside = [left.find(isOutside), right.find(isOutside)] as const;
  const sections: SectionPair[] =
    outside[0] || outside[1]
      ? [{ left: outside[0], right: outside[1], groups: bySession(...outside, sessions, isRightFirst) }]
      : [];
  for (const [a, b] of orderTurns(pairs, leftTurns.length, rightTurns.length, isRightFirst)) {
    const [one, other] = [a === undefined ? a : leftTurns[a], b === undefined ? b : rightTurns[b]];
    sections.push({ left: one, right: other, groups: [[one?.steps ?? [], other?.steps ?? []]] });
  }
  return { sections, isRough };
}

/** Pairs turns within matching sessions first, then the remaining turns of all sessions. */
function pairTurns(sessions: readonly SessionPair[], left: readonly Section[], right: readonly Section[]) {
  const pairs: (readonly [number, number])[] = [];
  let isRough = false;
  function align(ours: readonly number[], theirs: readonly number[]): void {
    const aligned = alignTurns(pick(left, ours), pick(right, theirs));
    isRough ||= aligned.isRough;
    for (const [a, b] of aligned.pairs) pairs.push([ours[a] ?? 0, theirs[b] ?? 0]);
  }
  for (const [ours, theirs] of sessions) if (ours && theirs) align(ours.turns, theirs.turns);
  const [paired, partners] = [new Set(pairs.map(([a]) => a)), new Set(pairs.map(([, b]) => b))];
  align(
    [...left.keys()].filter((place) => !paired.has(place)),
    [...right.keys()].filter((place) => !partners.has(place)),
  );
  return { pairs: sorted(pairs), isRough };
}

/** A key for an order of turns. */
const orderOf = (turns: readonly Section[]): string =>
  JSON.stringify(
    turns.map((turn) => [
      sessionOf(turn),
      ...promptWords(turn),
      turn.steps.map(({ body, fingerprint }) => fingerprint ?? body),
    ]),
  );

function orderTurns(pairs: Pairs, leftLength: number, rightLength: number, isRightFirst: () => boolean) {
  if (pairs.every(([, b], index) => b > (pairs[index - 1]?.[1] ?? -1))) return inOrder(pairs, leftLength, rightLength);
  if (!isRightFirst()) return inOrderOfOne(pairs, leftLength, rightLength);
  const turned = sorted(pairs.map(([a, b]) => [b, a] as const));
  return [...inOrderOfOne(turned, rightLength, leftLength)].map(([b, a]) => [a, b] as const);
}

/**
 * Yields every index of both sides, in the order of the first. An index of the second alone follows its predecessor
 * there.
 */
function* inOrderOfOne(pairs: Pairs, length: number, otherLength: number) {
  const partners = new Map(pairs);
  const paired = new Set(partners.values());
  let last: number | undefined;
  const behind = Map.groupBy(Array(otherLength).keys(), (other) => {
    if (paired.has(other)) last = other;
    return last;
  });
  const alone = (after: number | undefined) => (behind.get(after) ?? []).filter((other) => !paired.has(other));
  for (const other of alone(undefined)) yield [undefined, other] as const;
  for (let index = 0; index < length; index++) {
    const partner = partners.get(index);
    yield [index, partner] as const;
    for (const other of partner === undefined ? [] : alone(partner)) yield [undefined, other] as const;
  }
}

/** Groups the steps outside of turns by matching sessions; in one group if neither side has more than one session. */
function bySession(
  left: Section | undefined,
  right: Section | undefined,
  sessions: readonly SessionPair[],
  isRightFirst: () => boolean,
): SectionPair['groups'] {
  const [ours, theirs] = [left?.steps ?? [], right?.steps ?? []];
  const count = (side: 0 | 1) => sessions.filter((pair) => pair[side]?.number != null).length;
  if (count(0) <= 1 && count(1) <= 1) return [[ours, theirs]];
  const [own, other] = [Map.groupBy(ours, sessionOfStep), Map.groupBy(theirs, sessionOfStep)];
  const side = isRightFirst() ? 1 : 0;
  const numberOf = (pair: SessionPair) => (pair[side] ? (pair[side].number ?? 0) : Number.POSITIVE_INFINITY);
  return sessions
    .toSorted((a, b) => (numberOf(a) < numberOf(b) ? -1 : numberOf(a) > numberOf(b) ? 1 : 0))
    .map(([a, b]) => [(a && own.get(a.number)) ?? [], (b && other.get(b.number)) ?? []]);
}

const sessionOfStep = ({ session }: ComparedStep) => session;
