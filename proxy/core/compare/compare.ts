import {
  MAX_COMPARED_TURNS,
  type ComparedSide,
  type ComparedTurn,
  type Comparison,
  type Section,
  type SideQuery,
  type Steps,
} from '#core/model/compare.ts';
import { createTurnComparer } from './compare-turn.ts';
import { learnRunValues, removeRunValues } from './learn-run-values.ts';
import { pairSections } from './pair-sections.ts';
import { sectionsOf } from './part.ts';

/** A recording as steps, and the selected part: see `createSteps`. */
export interface Chosen extends SideQuery {
  readonly steps: Steps;
}

/**
 * Compares two recordings or parts of them, turn by turn. The consumer of `turns` may let other work run between two
 * turns. `whole` is available after the last one. undefined if a part does not exist.
 */
export function createComparison(left: Chosen, right: Chosen) {
  const places = new Set([left, right].flatMap(({ steps }) => [...learnRunValues(steps.sections)]));
  const sections = ({ steps, part }: Chosen) => {
    const found = sectionsOf(steps, part);
    return found && removeRunValues(found, places);
  };
  const [leftSections, rightSections] = [sections(left), sections(right)];
  if (!leftSections || !rightSections) return undefined;
  const paired = pairSections(leftSections, rightSections);
  const comparer = createTurnComparer();
  const turns: ComparedTurn[] = [];
  const more = { turns: 0, different: 0 };
  let { isRough } = paired;
  let isSame = true;

  function* compareTurns(): Generator<ComparedTurn> {
    for (const pair of paired.sections) {
      const { turn, isRough: wasRough } = comparer.compareTurn(pair);
      isRough ||= wasRough;
      isSame &&= turn.isSame;
      if (turns.length < MAX_COMPARED_TURNS) turns.push(turn);
      else {
        more.turns += 1;
        more.different += turn.isSame ? 0 : 1;
      }
      yield turn;
    }
  }

  return {
    turns: compareTurns(),
    whole: (): Comparison => ({
      left: toSide(left, leftSections),
      right: toSide(right, rightSections),
      isSame,
      turns,
      more,
      isRough,
      passing: comparer.ignoredPlaces(),
    }),
  };
}

/** Compares without pauses. */
export function compareAtOnce(left: Chosen, right: Chosen): Comparison | undefined {
  const comparison = createComparison(left, right);
  if (!comparison) return undefined;
  while (!comparison.turns.next().done);
  return comparison.whole();
}

const toSide = ({ recording, part, steps: all }: Chosen, sections: readonly Section[]): ComparedSide => ({
  recording,
  part,
  steps: sections.reduce((sum, { steps }) => sum + steps.length, 0),
  turns: all.sections
    .flatMap(({ turn, title }) => (turn === null ? [] : [{ number: turn, title }]))
    .slice(0, MAX_COMPARED_TURNS),
  sessions: all.sessions.length,
});
