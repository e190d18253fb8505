import type { Section, Step } from '#core/contract/compare.ts';
import { alignTurns, inOrder, promptWords } from './align.ts';
import { sorted, type Pairs } from './anchors.ts';
import { pairSessions, sessionOf, turnsOf, type SessionPair } from './pair-sessions.ts';

/** Two sections that belong together, or one that has no partner. */
export interface SectionPair {
  readonly left: Section | undefined;
  readonly right: Section | undefined;
  /** Steps that are only compared with each other: of what is outside of turns those of one session. */
  readonly groups: readonly (readonly [left: readonly Step[], right: readonly Step[]])[];
}

/**
 * What is outside of turns belongs together; a turn alone, of either side, belongs to the other side's, whatever was asked in it. Turns are
 * paired session by session: which of two that ran at once came first is no difference. They come in the order of both, or, where these are
 * not one, in that of one side: always the same one, whichever is the left.
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

/** First within the sessions that belong together; then what is left, of whatever session. */
function pairTurns(sessions: readonly SessionPair[], left: readonly Section[], right: readonly Section[]) {
  const pairs: (readonly [number, number])[] = [];
  let isRough = false;
  function align(ours: readonly number[], theirs: readonly number[]): void {
    const pick = (turns: readonly Section[], places: readonly number[]) =>
      places.flatMap((place) => turns[place] ?? []);
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

/** Tells two orders of turns apart. */
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

/** Every index of both sides, in the order of the first; what only the second has stands behind what it came after there. */
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

/** What is outside of turns, by the sessions that belong together; all in one where neither side has more than one. */
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

const sessionOfStep = ({ session }: Step) => session;
