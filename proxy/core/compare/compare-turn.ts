import {
  MAX_PAIRS,
  MAX_PAIRS_OF_RUN,
  MAX_ROWS,
  MAX_VALUES_TEXT,
  type ComparedRow,
  type ComparedTurn,
  type Section,
  type ComparedStep,
  type StepName,
  type StepPair,
  type TurnSide,
} from '#core/model/compare.ts';
import { alignSteps, inOrder } from './align.ts';
import { changesOf } from './changes.ts';
import { createIdNames } from './id-names.ts';
import type { SectionPair } from './pair-sections.ts';
import { runValuePlaces } from './run-value-places.ts';

/** Compares turns one by one. Ids keep their names across turns, and all turns together list at most `maxRows` rows. */
export function createTurnComparer(maxRows = MAX_ROWS) {
  const names = createIdNames();
  const ignored = new Set<string>();
  const budget = { left: MAX_VALUES_TEXT };
  let [rowsLeft, pairsLeft] = [maxRows, MAX_PAIRS];

  function compareTurn({ left, right, groups }: SectionPair) {
    let isRough = false;
    const counts = { same: 0, changed: 0, left: 0, right: 0 };
    const rows: ComparedRow[] = [];
    let missing = 0;
    let run: { readonly kind: 'same'; count: number; readonly pairs: StepPair[] } | undefined;

    function list(row: () => ComparedRow): void {
      run = undefined;
      if (rowsLeft-- > 0) rows.push(row());
      else missing += 1;
    }

    function keepSame(a: ComparedStep, b: ComparedStep): void {
      counts.same += 1;
      if (!run) {
        run = { kind: 'same', count: 0, pairs: [] };
        if (rowsLeft > 0) rows.push(run);
      }
      run.count += 1;
      if (run.pairs.length >= MAX_PAIRS_OF_RUN || pairsLeft <= 0) return;
      pairsLeft -= 1;
      run.pairs.push({ left: toName(a), right: toName(b) });
    }

    function take(a: ComparedStep | undefined, b: ComparedStep | undefined, isMoved = false): void {
      if (a && b) {
        for (const place of runValuePlaces(a.runValues, b.runValues)) ignored.add(place);
        const namesTheSame = names.bindAll(a.ids, b.ids);
        const isUnchanged = namesTheSame && isEqual(a, b);
        if (isUnchanged && !isMoved) return keepSame(a, b);
        counts.changed += 1;
        list(() => ({
          kind: 'changed',
          left: toName(a),
          right: toName(b),
          ...(isUnchanged ? { changes: [], moreChanges: 0 } : changesOf(a, b, names, budget)),
          ...(isMoved && { isMoved }),
        }));
      } else if (a) {
        counts.left += 1;
        list(() => ({ kind: 'left', step: toName(a) }));
      } else if (b) {
        counts.right += 1;
        list(() => ({ kind: 'right', step: toName(b) }));
      }
    }

    for (const [leftSteps, rightSteps] of groups) {
      const aligned = alignSteps(leftSteps, rightSteps, names);
      isRough ||= aligned.isRough;
      const [movedTo, moved] = [new Map(aligned.moved), new Set(aligned.moved.map(([, other]) => other))];
      for (const [place, other] of inOrder(aligned.pairs, leftSteps.length, rightSteps.length)) {
        const partner = place === undefined ? undefined : movedTo.get(place);
        const [a, b] = [leftSteps[place ?? -1], rightSteps[other ?? partner ?? -1]];
        if (place !== undefined || other === undefined || !moved.has(other)) take(a, b, partner !== undefined);
      }
    }
    const isSame = left !== undefined && right !== undefined && counts.changed + counts.left + counts.right === 0;
    const turn: ComparedTurn = { left: toTurn(left), right: toTurn(right), isSame, counts, rows, missing };
    return { turn, isRough };
  }

  return {
    compareTurn,
    /** Places of values that differ in every run, where the two sides differ. */
    ignoredPlaces: (): readonly string[] => [...ignored].toSorted(),
  };
}

/** Compares texts if both are stored, else fingerprints. */
function isEqual(left: ComparedStep, right: ComparedStep): boolean {
  if (left.kind !== right.kind || left.from !== right.from || left.name !== right.name) return false;
  return left.body !== null && right.body !== null ? left.body === right.body : left.fingerprint === right.fingerprint;
}

const toName = ({ seq, from, kind, name, title }: ComparedStep): StepName => ({ seq, from, kind, name, title });

const toTurn = (section: Section | undefined): TurnSide | null =>
  section
    ? { turn: section.turn, seq: section.steps[0]?.seq ?? null, title: section.title, figures: section.figures }
    : null;
