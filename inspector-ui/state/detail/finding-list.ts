import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { clamp } from '#core/clamp.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import type { HitCounts } from '../filter/find.ts';
import { groupFindings, isChosen, type Facet, type FindingGroup, type FindingOrder } from './finding-groups.ts';

/** Findings of a rule shown at first, and added with each step: every chunk of a long response may break a rule. */
export const FINDINGS_PER_STEP = 12;
const MORE = 100;

/** Shown at first: few of each rule, to see all rules; many where a group holds many rules. */
const firstOf = ({ by }: FindingGroup) => (by === 'rule' ? FINDINGS_PER_STEP : MORE);

/**
 * The chosen findings by rule, and the current one. Uses keys, not indexes: findings may arrive while the user reads.
 */
export function createFindingList(findings: ReadonlySignal<readonly FindingDetail[]>) {
  const chosen = signal<ReadonlySet<Facet>>(new Set());
  const shown = signal<ReadonlyMap<string, number>>(new Map());
  const order = signal<FindingOrder>('rule');
  const current = signal<string | undefined>(undefined);
  let top = 0;
  const groups = computed(() => groupFindings(findings.value.filter(isChosen(chosen.value)), order.value));
  const shownOf = (group: FindingGroup) => shown.value.get(group.name) ?? firstOf(group);
  const visible = computed(() => groups.value.flatMap((group) => group.findings.slice(0, shownOf(group))));

  const moveTo = (position: number) => {
    const last = visible.peek().length - 1;
    current.value = visible.peek()[clamp(position, 0, last)]?.key;
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
    /** Goes to a finding with this text: at (`step` 0), after or before the current one. Shows a hidden finding. */
    find: (text: string, step: 0 | 1 | -1): HitCounts => {
      const all = groups.peek().flatMap((group) => group.findings.map((each, index) => ({ ...each, group, index })));
      const at = all.findIndex(({ key }) => key === current.peek());
      const hits = all.filter(({ finding }) => contains(finding, text));
      const from = (hit: (typeof all)[number]) => all.indexOf(hit);
      const next =
        step < 0
          ? (hits.findLast((hit) => from(hit) < at) ?? hits.at(-1))
          : (hits.find((hit) => from(hit) >= at + step) ?? hits[0]);
      if (!next) return { ordinal: 0, count: 0 };
      const { group, index, key } = next;
      if (index >= shownOf(group)) shown.value = new Map(shown.peek()).set(group.name, index + 1);
      current.value = key;
      return { ordinal: hits.indexOf(next) + 1, count: hits.length };
    },
    toggle: (facet: Facet) => {
      const next = new Set(chosen.peek());
      if (!next.delete(facet)) next.add(facet);
      chosen.value = next;
    },
    showAll: () => void (chosen.value = new Set()),
    showMore: (group: FindingGroup) =>
      void (shown.value = new Map(shown.peek()).set(group.name, shownOf(group) + MORE)),
    order: order as ReadonlySignal<FindingOrder>,
    /** Groups anew; the current finding stays. */
    arrange: (by: FindingOrder) => void (order.value = by),
  };
}

function contains({ rule, message, seen, expected, seq, requires, peers }: FindingDetail, text: string): boolean {
  const wanted = text.toLowerCase();
  return [rule, message, seen, expected, `#${seq}`, requires, peers].some((each) =>
    each?.toLowerCase().includes(wanted),
  );
}

export type FindingList = ReturnType<typeof createFindingList>;
