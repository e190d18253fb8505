import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail } from '#core/model/finding.ts';
import { groupFindings, isChosen, type Facet } from './finding-groups.ts';

/** Findings of a rule shown at first, and added with each step: every chunk of a long response may break a rule. */
export const FINDINGS_PER_STEP = 12;
const MORE = 100;

/**
 * The chosen findings by rule, and the current one. Uses keys, not indexes: findings may arrive while the user reads.
 */
export function createFindingList(findings: ReadonlySignal<readonly FindingDetail[]>) {
  const chosen = signal<ReadonlySet<Facet>>(new Set());
  const shown = signal<ReadonlyMap<string, number>>(new Map());
  const current = signal<string | undefined>(undefined);
  let top = 0;
  const groups = computed(() => groupFindings(findings.value.filter(isChosen(chosen.value))));
  const shownOf = (rule: string) => shown.value.get(rule) ?? FINDINGS_PER_STEP;
  const visible = computed(() => groups.value.flatMap((group) => group.findings.slice(0, shownOf(group.rule))));

  const moveTo = (position: number) => {
    const last = visible.peek().length - 1;
    current.value = visible.peek()[Math.min(Math.max(position, 0), last)]?.key;
  };
  const position = () => visible.peek().findIndex(({ key }) => key === current.peek());

  return {
    groups,
    /** How many findings of each group are shown. */
    shownOf,
    /** Seqs of all entries that visible findings mention. */
    named: computed(() => [...new Set(visible.value.flatMap(({ finding }) => [finding.seq, ...finding.related]))]),
    chosen: chosen as ReadonlySignal<ReadonlySet<Facet>>,
    current: current as ReadonlySignal<string | undefined>,
    select: (key: string) => void (current.value = key),
    /** Scroll position in pixels, restored when the user comes back from an entry. */
    top: () => top,
    scrolled: (to: number) => void (top = to),
    moveBy: (step: number) => moveTo(position() + (position() === -1 && step < 0 ? 0 : step)),
    first: () => moveTo(0),
    last: () => moveTo(visible.peek().length - 1),
    /** Returns the current finding, if it is visible. */
    currentFinding: () => visible.peek()[position()]?.finding,
    toggle: (facet: Facet) => {
      const next = new Set(chosen.peek());
      if (!next.delete(facet)) next.add(facet);
      chosen.value = next;
    },
    showAll: () => void (chosen.value = new Set()),
    showMore: (rule: string) => void (shown.value = new Map(shown.peek()).set(rule, shownOf(rule) + MORE)),
  };
}

export type FindingList = ReturnType<typeof createFindingList>;
