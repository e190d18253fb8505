import { computed, signal, untracked } from '@preact/signals';
import type { FindingDetail } from '#core/model/finding.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Seq } from '#core/units.ts';
import type { Backend, StartTimer } from '../../backends/backend.ts';
import { createDetail } from '../detail/detail.ts';
import { createFindingNews } from '../detail/finding-news.ts';
import { createFindingList } from '../detail/finding-list.ts';
import { createReport } from '../detail/rule-report.ts';
import { createFind } from '../filter/find.ts';
import { createViewFilter } from '../filter/view-filter.ts';
import { createMatchCount, INTERVENTIONS, LOSSES } from '../filter/match-count.ts';
import { createCommandQueue } from '../list/command-queue.ts';
import { anchorOf, centredAnchor } from '../list/anchor.ts';
import { createFollow } from '../list/follow.ts';
import { createTimeAxis } from '../axis/time-axis.ts';
import { createLookAt } from '../list/look-at.ts';
import { createOverview, seqNear } from '../list/overview.ts';
import { createPairs } from '../list/pairs.ts';
import { createReveal } from '../list/reveal.ts';
import { createRowLookup } from '../list/row-lookup.ts';
import { rowsInSight } from '../list/rows-in-sight.ts';
import { createSelection } from '../list/selection.ts';
import { createTimeline, type Timeline } from '../list/timeline.ts';
import { createViewport } from '../list/viewport.ts';
import { createFieldValues } from '../filter/field-values.ts';
import { createKeptList } from './kept-list.ts';
import { createParts } from './parts.ts';
import { readSavedList, type SavedList } from './saved-list.ts';
import { createTableSorts } from './table-sorts.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { Router } from '../page/router.ts';

export interface OpenedRecordingPorts {
  readonly backend: Backend;
  readonly startTimer: StartTimer;
  readonly recordings: Recordings;
  readonly router: Router;
  /** Whether the detail fits beside the rows. */
  readonly isWide: () => boolean;
}

/** State of the open recording. Created when it opens, disposed of when another one opens. */
export function createOpenedRecording(
  opening: RecordingSummary,
  { backend, startTimer, recordings, router, isWide }: OpenedRecordingPorts,
) {
  const parts = createParts();
  const recording = opening.id;
  const summary = computed(() => recordings.byId(recording) ?? opening);
  const isLive = computed(() => summary.value.state === 'live');
  const selected = computed(() => router.route.value.seq);
  const view = computed(() => router.route.value.view ?? 'timeline');
  const before = readSavedList(router.kept());
  const look = parts.add(createViewFilter(router, startTimer, before ?? {}));
  const entries = signal(opening.total);
  const follow = createFollow(entries, isLive, selected.peek() === undefined && !before?.place);

  const list: Timeline = parts.add(
    createTimeline({
      recording,
      backend,
      startTimer,
      query: look.query,
      entries: opening.total,
      isFollowing: () => follow.on.peek(),
      isPaused: follow.isPaused,
      anchor: () =>
        anchorOf(list, viewport, selection) ?? (before ? { place: before.place } : centredAnchor(selected.peek())),
    }),
  );
  parts.effect(() => void (entries.value = list.counts.value.entries));
  const viewport = createViewport(list.total);
  const arrival = createCommandQueue();
  const lead = (going: Promise<void>) => void arrival.lead(going.then(() => detail.whenLoaded()));
  const selection = parts.add(createSelection({ timeline: list, backend, selected, select: router.select, lead }));
  const { place } = selection;
  const uncover = () => void (viewport.uncovered = { seq: selected.peek(), before: list.list.peek() });
  const revealing = parts.add(
    createReveal(
      {
        selected,
        place: computed(() => (list.list.value === look.query.value ? place.value : undefined)), // not in a list that is about to be replaced
        version: list.version,
        rowAt: list.rowAt,
        open: (group) => {
          follow.release();
          uncover();
          look.open(group, true);
        },
        expand: (group) => {
          uncover();
          look.collapse(group, false);
        },
      },
      before ? undefined : selected.peek(), // a reload restores the groups as they were
    ),
  );
  const isDetailOpen = signal(before?.isDetailOpen ?? selected.peek() !== undefined);
  const { step } = parts.add(createKeptList({ router, view, look, viewport, isDetailOpen }));

  const detail = parts.add(createDetail(list, selected, backend));
  const report = parts.add(
    createReport({
      summary,
      isShown: computed(() => view.value === 'findings'),
      q: look.q,
      backend,
      startTimer,
    }),
  );
  const findingList = createFindingList(
    computed(() => {
      const fetched = report.findings.value;
      return fetched.kind === 'ready' ? fetched.value : NO_FINDINGS;
    }),
  );
  const named = parts.add(createRowLookup(list, backend));
  parts.effect(() => {
    const { value: body } = detail.detail;
    const related = () => (body.kind === 'ready' ? body.entry.findings.flatMap((finding) => finding.related) : []);
    const seqs = view.value === 'findings' ? findingList.named.value : related();
    untracked(() => named.want(seqs));
  });

  /** The selected entry's row, even if the timeline has not loaded it. */
  const selectedRow = computed(() => {
    const seq = selected.value;
    void list.version.value;
    const { value: body } = detail.detail;
    if (seq === undefined) return undefined;
    return list.rowOf(seq) ?? (body.kind === 'ready' && body.seq === seq ? body.entry.row : undefined);
  });
  const selectedGroupRow = computed(() => {
    void list.version.value;
    const row = place.value === undefined ? undefined : list.rowAt(place.value);
    return row?.group && row.seq === selected.value ? row : undefined;
  });
  const { hovered, paired } = createPairs(list, selected);
  const select = (seq: Seq) => selection.select(seq);
  const jump = (seq: Seq) => {
    step(() => select(seq));
    revealing.reveal(seq);
  };
  const read = () => {
    if (isWide()) isDetailOpen.value = true;
  };
  const fieldValues = parts.add(createFieldValues(recording, entries, backend));
  const find = parts.add(createFind({ recording, backend, startTimer, q: look.q, selected, select, jump, read }));
  const overview = parts.add(createOverview(recording, look.applied, backend, startTimer));
  const looking = parts.add(createLookAt({ recording, backend, query: look.query, arrive: viewport.show }));
  const lookAt = (seq: number) => {
    follow.release();
    looking.lookAt(seq);
  };
  const axis = parts.add(
    createTimeAxis({
      overview: overview.whole,
      isLive,
      isWaiting: computed(() => summary.value.waiting.length > 0),
      range: look.range,
      total: list.total,
      selectedElapsed: () => selectedRow.peek()?.t,
      inSight: () => {
        const rows = rowsInSight(list, viewport); // subscribes, while it looks elsewhere too
        return looking.isLooking() ? undefined : rows;
      },
    }),
  );
  const state = computed(() => summary.value.state);
  const losses = parts.add(createMatchCount(recording, LOSSES, state, backend));
  const whenTakingPart = computed(() => (summary.value.interventions ? state.value : undefined));
  const interventions = parts.add(createMatchCount(recording, INTERVENTIONS, whenTakingPart, backend));
  const findingNews = parts.add(createFindingNews({ recording, summary, view, backend, startTimer }));
  list.start();

  return {
    recording,
    summary,
    isLive,
    /** The view that is shown. */
    view,
    look,
    timeline: list,
    selection,
    /** Commands that wait for a search to select its entry. */
    arrival,
    selectedRow,
    /** The selected group: its row is selected, not a frame that it hides. */
    selectedGroup: computed(() => selectedGroupRow.value?.group ?? undefined),
    selectedGroupRow,
    /** Opens the group that hides the entry selected just now. */
    reveal: revealing.reveal,
    follow,
    detail,
    fieldValues,
    find,
    /** Overview of all entries, and of those that match the filter. */
    overview: overview.whole,
    shownOverview: overview.shown,
    /** The time axis of waterfall and minimap. */
    axis,
    /** Moves the waterfall to a position of the axis, and the list along. */
    lookAtPosition: (position: number) => {
      const { value: hits } = overview.shown;
      const start = axis.moveTo(position);
      const seq = hits && seqNear(hits, axis.scale.peek().timeAt(start));
      if (seq !== undefined) lookAt(seq);
    },
    /** Scrolls to an entry that is selected already and out of sight. */
    showAgain: (seq: Seq) => {
      const at = place.peek();
      const isInSight = at !== undefined && viewport.isInSight(at);
      if (selected.peek() === seq && !isInSight) lookAt(seq);
    },
    /** Entries that record missing or damaged data. */
    losses: losses.sought,
    /** Entries that acptap touched or wrote. The first has the faults and the seed. */
    interventions: interventions.sought,
    hovered,
    isDetailOpen,
    /** Makes a change a step of the history. */
    step,
    /** Selects an entry and opens the group that hides it; a step of the history, so that the back button undoes it. */
    jump,
    /** Opens the detail of the selected entry; a step of the history. */
    openDetail: () =>
      step(() => {
        const isNews = !isDetailOpen.peek() && selected.peek() !== undefined;
        isDetailOpen.value = true;
        return isNews;
      }),
    /** Restores the list of another step of the history. */
    restore: (left: SavedList) => {
      look.restore(left);
      isDetailOpen.value = left.isDetailOpen;
      list.restore(left.place);
    },
    /** The view with the link that opened the detail, while the page offers a way back to it. */
    cameFrom: signal<'findings' | undefined>(undefined),
    /** The entry to compare the selected one with. */
    comparedWith: signal<Seq | undefined>(undefined),
    /** The order of tables of figures. */
    sorts: createTableSorts(),
    report,
    findingList,
    findingNews,
    /** Rows of the entries that findings mention. */
    named,
    viewport,
    paired,
    /** True once another recording is open. */
    isClosed: parts.isDisposed,
    dispose: parts.dispose,
  };
}

const NO_FINDINGS: readonly FindingDetail[] = [];

export type OpenedRecording = ReturnType<typeof createOpenedRecording>;
