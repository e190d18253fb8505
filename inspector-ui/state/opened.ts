import { computed, effect, signal, untracked } from '@preact/signals';
import type { FindingDetail, RecordingSummary } from '#core/contract/api.ts';
import { isObject } from '#core/wire/json.ts';
import { seqOf, type Seq } from '#core/wire/units.ts';
import type { Backend, Later } from '../backends/backend.ts';
import { createArrival } from './arrival.ts';
import { createDetail } from './detail.ts';
import { createFind } from './find.ts';
import { createFindingList } from './finding-list.ts';
import { createFollow } from './follow.ts';
import { createLook, type Toggled } from './look.ts';
import { createOverview } from './overview.ts';
import type { Recordings } from './recordings.ts';
import { createReport } from './report.ts';
import type { Router } from './router.ts';
import { createReveal } from './reveal.ts';
import { createRowLookup } from './row-lookup.ts';
import { ROW_HEIGHT } from './scale.ts';
import { createSelection } from './selection.ts';
import { createSought, LOSSES, UNANSWERED, UNANSWERED_CLIENT, type Sought } from './sought.ts';
import { createTimeline, type Anchor } from './timeline.ts';
import { createViewport } from './viewport.ts';

export interface OpenedPorts {
  readonly backend: Backend;
  readonly later: Later;
  readonly recordings: Recordings;
  readonly router: Router;
  /** Whether the detail has a place beside the rows. */
  readonly isWide: () => boolean;
}

/** All state of the one recording that is looked at; made when it is opened, disposed of when another one is. */
export function createOpened(opening: RecordingSummary, { backend, later, recordings, router, isWide }: OpenedPorts) {
  const recording = opening.id;
  const summary = computed(() => recordings.byId(recording) ?? opening);
  const isLive = computed(() => summary.value.state === 'live');
  const selected = computed(() => router.route.value.seq);
  const view = computed(() => router.route.value.view ?? 'timeline');
  const before = readKeptList(router.kept());
  const look = createLook(router, later, before ?? {});
  const entries = signal(opening.total);
  const follow = createFollow(entries, isLive, selected.peek() === undefined && !before?.place);

  // What the list keeps in place when it becomes another one: what is selected if it is in sight, else the first row that is.
  const anchor = (): Anchor | { readonly place: number } | undefined => {
    const seq = selected.peek();
    const top = viewport?.firstInSight() ?? 0;
    const inSight = selection?.place.peek();
    const place = inSight !== undefined && viewport?.isInSight(inSight) ? inSight : top;
    const row = timeline?.rowAt(place);
    if (row) return { seq: place === inSight && seq !== undefined ? seq : row.seq, y: viewport?.yOf(place) ?? 0 };
    if (before) return { place: before.place };
    return seq === undefined ? undefined : { seq, y: MIDDLE };
  };
  // Assigned below: the first list is asked for while they are made.
  let viewport: ReturnType<typeof createViewport> | undefined;
  let selection: ReturnType<typeof createSelection> | undefined;
  let timeline: ReturnType<typeof createTimeline> | undefined;
  timeline = createTimeline({
    recording,
    backend,
    later,
    query: look.query,
    entries: opening.total,
    isFollowing: () => follow.on.peek(),
    isPaused: follow.isPaused,
    anchor,
  });
  const list = timeline;
  const stopCounting = effect(() => void (entries.value = list.counts.value.entries));
  viewport = createViewport(list.total);
  selection = createSelection({ timeline: list, backend, selected, select: router.select });
  const { place } = selection;
  const revealing = createReveal(
    {
      selected,
      place,
      version: list.version,
      rowAt: list.rowAt,
      open: (group) => {
        follow.release();
        look.open(group, true);
      },
      expand: (group) => look.collapse(group, false),
    },
    before ? undefined : selected.peek(), // after a reload it is as it was left
  );
  const shown = viewport;
  const isDetailOpen = signal(before?.isDetailOpen ?? selected.peek() !== undefined);
  /** Conversation and findings keep what is theirs. */
  const keepsList = computed(() => view.value !== 'conversation' && view.value !== 'findings');
  const kept = computed((): KeptList => ({
    place: shown.top.value,
    opened: look.opened.value,
    collapsed: look.collapsed.value,
    isDetailOpen: isDetailOpen.value,
  }));
  const stopKeeping = effect(() => {
    const { value } = kept;
    if (keepsList.value && shown.scale.value.total > 0) untracked(() => router.keep(value));
  });
  const step = (change: () => boolean | void) =>
    router.step(change, () => (keepsList.peek() ? kept.peek() : undefined));

  const detail = createDetail(list, selected, backend);
  const report = createReport({
    summary,
    isShown: computed(() => view.value === 'findings'),
    q: look.q,
    backend,
    later,
  });
  const findingList = createFindingList(
    computed(() => {
      const fetched = report.findings.value;
      return fetched.kind === 'ready' ? fetched.value : NO_FINDINGS;
    }),
  );
  const named = createRowLookup(list, backend);
  const stopNaming = effect(() => {
    const { value: body } = detail.detail;
    const related = () => (body.kind === 'ready' ? body.entry.findings.flatMap((finding) => finding.related) : []);
    const seqs = view.value === 'findings' ? findingList.named.value : related();
    untracked(() => named.want(seqs));
  });

  /** The selected entry's row, also when the timeline does not hold it. */
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
    return row?.group ? row : undefined;
  });
  const hovered = signal<Seq | undefined>(undefined);
  const pairOf = (seq: Seq | undefined) => {
    const pair = seq === undefined ? null : list.rowOf(seq)?.pair;
    return pair === null || pair === undefined ? undefined : seqOf(pair);
  };
  const select = (seq: Seq) => selection?.select(seq);
  const jump = (seq: Seq) => step(() => select(seq));
  const read = () => {
    if (isWide()) isDetailOpen.value = true;
  };
  const find = createFind({ recording, backend, later, q: look.q, selected, select, jump, read });
  const overview = createOverview(recording, look.applied, backend, later);
  const state = computed(() => summary.value.state);
  const whenOver = computed(() => (state.value === 'live' ? undefined : state.value));
  const unanswered = createSought(recording, UNANSWERED, whenOver, backend);
  const unansweredByClient = createSought(recording, UNANSWERED_CLIENT, whenOver, backend, 'last');
  const losses = createSought(recording, LOSSES, state, backend);
  const disposables = [
    list,
    selection,
    look,
    detail,
    report,
    named,
    find,
    overview,
    unanswered,
    unansweredByClient,
    losses,
  ];

  return {
    recording,
    summary,
    isLive,
    /** The view that is shown. */
    view,
    look,
    timeline: list,
    selection,
    /** Commands that wait for the entry which another one leads to. */
    arrival: createArrival(),
    selectedRow,
    /** The group whose row shows the selected entry, if it is one. */
    selectedGroup: computed(() => selectedGroupRow.value?.group ?? undefined),
    selectedGroupRow,
    /** Opens the group that hides the entry which was selected just now. */
    reveal: revealing.reveal,
    follow,
    detail,
    find,
    /** What passed when: of all, and of what the filter lets through. */
    overview: overview.whole,
    shownOverview: overview.shown,
    /** Requests that a recording which has ended never answered. Told by what held up the others, see `state-rows.ts`. */
    unanswered: computed((): Sought | undefined => {
      const all = unanswered.sought.value;
      return all && { ...all, first: unansweredByClient.sought.value?.first ?? all.first };
    }),
    /** Places where the recording says that something is missing from it. */
    losses: losses.sought,
    hovered,
    isDetailOpen,
    /** Makes a change a step of the history. */
    step,
    /** Selects an entry from which one may want to go back. */
    jump,
    /** Shows the detail of what is selected; a step of the history. */
    openDetail: () =>
      step(() => {
        const isNews = !isDetailOpen.peek() && selected.peek() !== undefined;
        isDetailOpen.value = true;
        return isNews;
      }),
    /** The list as it was left at another place of the history. */
    restore: (left: KeptList) => {
      look.restore(left);
      isDetailOpen.value = left.isDetailOpen;
      list.restore(left.place);
    },
    /** The view whose link led to the detail, while there is a way back to it. */
    cameFrom: signal<'findings' | undefined>(undefined),
    /** The entry that the selected one is compared with. */
    comparedWith: signal<Seq | undefined>(undefined),
    report,
    findingList,
    /** Rows of the entries that findings name. */
    named,
    viewport,
    /** The other halves of what is hovered and selected. */
    paired: computed(() => {
      void list.version.value;
      return [pairOf(hovered.value), pairOf(selected.value)];
    }),
    dispose: () => {
      stopCounting();
      stopKeeping();
      stopNaming();
      for (const each of disposables) each.dispose();
    },
  };
}

const NO_FINDINGS: readonly FindingDetail[] = [];

/** In the middle of a screen, more or less: the list is not laid out yet. */
const MIDDLE = 12 * ROW_HEIGHT;

export type Opened = ReturnType<typeof createOpened>;

/** What is kept beside the address. */
export interface KeptList extends Toggled {
  /** The first row in sight. */
  readonly place: number;
  readonly isDetailOpen: boolean;
}

/** Undefined where nothing was kept, or something of another view. */
export function readKeptList(kept: unknown): KeptList | undefined {
  if (!isObject(kept)) return undefined;
  const { place, opened, collapsed, isDetailOpen } = kept;
  const areNumbers = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isSafeInteger);
  if (!Number.isSafeInteger(place) || !areNumbers(opened) || !areNumbers(collapsed)) return undefined;
  return { place: Math.max(Number(place), 0), opened, collapsed, isDetailOpen: isDetailOpen === true };
}
