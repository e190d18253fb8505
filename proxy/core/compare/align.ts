import { withoutLines } from './step-words.ts';
import type { Section, ComparedStep } from '#core/model/compare.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import type { Range } from '#core/text/longest-common.ts';
import { gaps, pairEqualTokens, sorted, type Alignment, type Pairs, type Tokens } from './anchors.ts';
import type { IdNames } from './id-names.ts';

/** The most table cells in one alignment: about half a second. */
const MAX_CELLS = 30_000_000;

/** `moved` are pairs of steps that come at another position among the other steps. */
export interface StepAlignment extends Alignment {
  readonly moved: Pairs;
}

/**
 * Pairs as many equal steps as possible; then, between two such pairs, requests about tool calls that were paired in an
 * earlier part; then steps with the same title; then steps of the same kind. A remaining tool call or permission
 * request is paired with the matching one at any position. Every other remaining step was added or is missing.
 */
export function alignSteps(
  left: readonly ComparedStep[],
  right: readonly ComparedStep[],
  names: IdNames,
): StepAlignment {
  const boundCalls = new Map([
    ...left.map((step) => [step, step.about && names.leftBinding(callOf(step) ?? '')] as const),
    ...right.map((step) => [step, step.about && names.rightBinding(callOf(step) ?? '')] as const),
  ]);
  const boundCall = (step: ComparedStep) => boundCalls.get(step)?.toString();
  const bodyOf = (step: ComparedStep) => step.fingerprint ?? step.body;
  const aligned = align(left, right, [
    (step) => [nameOf(step), toolOf(step), bodyOf(step), boundCall(step)],
    (step) => [nameOf(step), boundCall(step) ?? bodyOf(step)],
    (step) => [nameOf(step), titleOf(step) || toolOf(step)],
    (step) => [nameOf(step), toolOf(step)],
  ]);
  return { ...aligned, moved: pairMoved(left, right, aligned.pairs, boundCall) };
}

/** Pairs requests about paired tool calls first, then steps with the same title. */
function pairMoved(
  left: readonly ComparedStep[],
  right: readonly ComparedStep[],
  pairs: Pairs,
  boundCall: (step: ComparedStep) => string | undefined,
): Pairs {
  const [paired, partners] = [new Set(pairs.map(([a]) => a)), new Set(pairs.map(([, b]) => b))];
  const partnerOf = partnersOf(pairs.map(([a, b]) => [callOf(left[a]), callOf(right[b])]));
  let open = [...left.keys()].filter((place) => !paired.has(place) && isOfTool(left[place]));
  let others = [...right.keys()].filter((place) => !partners.has(place) && isOfTool(right[place]));
  const moved: (readonly [number, number])[] = [];

  function pairBy(
    ours: (step: ComparedStep) => string | undefined,
    theirs: (step: ComparedStep) => string | undefined,
  ): void {
    const byKey = Map.groupBy(others, (place) => right[place] && theirs(right[place]));
    const taken = new Set<number>();
    open = open.filter((place) => {
      const key = left[place] && ours(left[place]);
      const other = key === undefined ? undefined : byKey.get(key)?.shift();
      if (other === undefined) return true;
      moved.push([place, other]);
      taken.add(other);
      return false;
    });
    others = others.filter((place) => !taken.has(place));
  }

  pairBy(boundCall, boundCall);
  pairBy(
    (step) => (step.about ? partnerOf.get(callOf(step) ?? '') : undefined),
    (step) => (step.about ? callOf(step) : undefined),
  );
  const title = (step: ComparedStep) => (titleOf(step) === '' ? undefined : [nameOf(step), titleOf(step)].join('\n'));
  pairBy(title, title);
  return sorted(moved);
}

/** Maps each left tool call to its right partner. The first pair with either of two calls decides. */
function partnersOf(
  pairs: readonly (readonly [left: string | undefined, right: string | undefined])[],
): ReadonlyMap<string, string> {
  const partners = new Map<string, string>();
  const bound = new Set<string>();
  for (const [ours, theirs] of pairs) {
    if (ours === undefined || theirs === undefined || partners.has(ours) || bound.has(theirs)) continue;
    partners.set(ours, theirs);
    bound.add(theirs);
  }
  return partners;
}

/** The id of the step's tool call. */
const callOf = (step: ComparedStep | undefined) =>
  isOfTool(step) ? step?.ids.find((id) => id.startsWith('tool call ')) : undefined;

const isOfTool = (step: ComparedStep | undefined) => step?.kind === 'tool-call' || step?.about != null;

/** Pairs turns with the same prompt first; then, between two such pairs, turns in order. */
export function alignTurns(left: readonly Section[], right: readonly Section[]): Alignment {
  return align(left, right, [promptWords, () => []]);
}

/** Identifies the prompt of a turn. */
export function promptWords({ title, steps }: Section): readonly string[] {
  const prompt = steps.find(({ name }) => beginsTurn(name));
  // Takes only the prompt from its exchange, not the response.
  return [title, (prompt?.body ?? prompt?.fingerprint ?? '').split('"answer":')[0] ?? ''];
}

/** Yields every index of both sides, in the order of both. Items without a partner come before the next pair. */
export function* inOrder(pairs: Pairs, leftLength: number, rightLength: number) {
  let [left, right] = [0, 0];
  for (const [a, b] of [...pairs, [leftLength, rightLength] as const]) {
    while (left < a) yield [left++, undefined] as const;
    while (right < b) yield [undefined, right++] as const;
    if (a < leftLength) yield [left++, right++] as const;
  }
}

/** The kind of step, without the tool. */
const nameOf = ({ from, kind, name }: ComparedStep): string => `${from} ${kind} ${kind === 'tool-call' ? '' : name}`;

const toolOf = ({ kind, name, about }: ComparedStep): string => about?.kind ?? (kind === 'tool-call' ? name : '');

const titleOf = ({ kind, title, about }: ComparedStep): string =>
  kind === 'noise' ? withoutLines(title) : (about?.title ?? title);

type Words = readonly (string | null | undefined)[];

/**
 * `levels` return the words that make two items alike, from the strictest level to the loosest. Swapping the sides
 * gives the same pairs.
 */
function align<Item>(left: readonly Item[], right: readonly Item[], levels: readonly ((item: Item) => Words)[]) {
  const tokens = levels.map((level) => intern(level, left, right));
  const first = tokens[0];
  if (!first) return { pairs: [], isRough: false };
  // Equally long alignments differ by the side searched first, so the choice of that side must not depend on the
  // order of the sides.
  const isTurned = isLater(first);
  const turned = isTurned ? tokens.map(({ left: a, right: b, ...rest }) => ({ ...rest, left: b, right: a })) : tokens;
  const budget = { left: MAX_CELLS };
  let isRough = false;

  function pairsIn(level: number, leftRange: Range, rightRange: Range): Pairs {
    const own = turned[level];
    if (!own || leftRange[0] >= leftRange[1] || rightRange[0] >= rightRange[1]) return [];
    const found = pairEqualTokens(own, leftRange, rightRange, budget);
    isRough ||= found.isRough;
    const pairs = [...found.pairs];
    for (const [a, b] of gaps(found.pairs, leftRange, rightRange))
      for (const pair of pairsIn(level + 1, a, b)) pairs.push(pair);
    return sorted(pairs);
  }

  const sizes = isTurned ? [right.length, left.length] : [left.length, right.length];
  const pairs = pairsIn(0, [0, sizes[0] ?? 0], [0, sizes[1] ?? 0]);
  return { pairs: isTurned ? pairs.map(([a, b]) => [b, a] as const) : pairs, isRough };
}

/** Numbers the items of both sides: equal words have equal numbers. */
function intern<Item>(level: (item: Item) => Words, left: readonly Item[], right: readonly Item[]): Tokens {
  const numbers = new Map<string, number>();
  const tokenOf = (item: Item): number => {
    const word = level(item).join('\n');
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  return { left: Uint32Array.from(left, tokenOf), right: Uint32Array.from(right, tokenOf), words: [...numbers.keys()] };
}

/** True if the left side sorts after the right side. */
function isLater({ left, right, words }: Tokens): boolean {
  const parting = left.findIndex((token, index) => token !== right[index]);
  if (parting === -1 || parting >= right.length) return left.length > right.length;
  return (words[left[parting] ?? 0] ?? '') > (words[right[parting] ?? 0] ?? '');
}
