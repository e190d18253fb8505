import { computed, effect, signal, untracked } from '@preact/signals';
import type { FindingDetail, RecordingSummary } from '#core/contract/api.ts';
import { seqOf, type Seq } from '#core/wire/units.ts';
import type { Backend, Later } from '../backends/backend.ts';
import { createDetail } from './detail.ts';
import { createFindingList } from './finding-list.ts';
import { createFollow } from './follow.ts';
import type { Recordings } from './recordings.ts';
import { createReport } from './report.ts';
import type { Router } from './router.ts';
import { createRowLookup } from './row-lookup.ts';
import { createSelection } from './selection.ts';
import { createTimeline } from './timeline.ts';
import { createViewport } from './viewport.ts';

/** All state of the one recording that is looked at; made when it is opened, disposed of when another one is. */
export function createOpened(
  opening: RecordingSummary,
  { backend, later, recordings, router }: { backend: Backend; later: Later; recordings: Recordings; router: Router },
) {
  const summary = computed(() => recordings.byId(opening.id) ?? opening);
  const isLive = computed(() => summary.value.state === 'live');
  const timeline = createTimeline(opening.id, opening.total, backend);
  const selected = computed(() => router.route.value.seq);
  const selection = createSelection(timeline.total, { selected, select: router.select });
  const follow = createFollow(timeline.total, isLive, selected.peek() === undefined);
  const detail = createDetail(timeline, selected, backend);
  const hovered = signal<Seq | undefined>(undefined);
  const isDetailOpen = signal(selected.peek() !== undefined);

  const areFindingsShown = computed(() => router.route.value.view === 'findings');
  const report = createReport(summary, areFindingsShown, backend, later);
  const findingList = createFindingList(
    computed(() => {
      const fetched = report.findings.value;
      return fetched.kind === 'ready' ? fetched.value : NO_FINDINGS;
    }),
  );
  const named = createRowLookup(timeline, backend);
  const stopNaming = effect(() => {
    const shown = detail.detail.value;
    const related = () => (shown.kind === 'ready' ? shown.entry.findings.flatMap((finding) => finding.related) : []);
    const seqs = areFindingsShown.value ? findingList.named.value : related();
    untracked(() => named.want(seqs));
  });

  /** The selected entry's row, also when the timeline does not hold it. */
  const selectedRow = computed(() => {
    const seq = selected.value;
    void timeline.version.value;
    const shown = detail.detail.value;
    if (seq === undefined) return undefined;
    return timeline.rowAt(seq) ?? (shown.kind === 'ready' && shown.seq === seq ? shown.entry.row : undefined);
  });
  const pairOf = (seq: Seq | undefined) => {
    const pair = seq === undefined ? null : timeline.rowAt(seq)?.pair;
    return pair === null || pair === undefined ? undefined : seqOf(pair);
  };

  return {
    summary,
    isLive,
    timeline,
    selection,
    selectedRow,
    follow,
    detail,
    hovered,
    isDetailOpen,
    areFindingsShown,
    report,
    findingList,
    /** Rows of the entries that findings name. */
    named,
    viewport: createViewport(timeline.total),
    /** The other halves of what is hovered and selected. */
    paired: computed(() => {
      void timeline.version.value;
      return [pairOf(hovered.value), pairOf(selection.selected.value)];
    }),
    dispose: () => {
      stopNaming();
      named.dispose();
      report.dispose();
      detail.dispose();
      timeline.dispose();
    },
  };
}

const NO_FINDINGS: readonly FindingDetail[] = [];

export type Opened = ReturnType<typeof createOpened>;
