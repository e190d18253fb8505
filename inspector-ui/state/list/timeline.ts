import { batch, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { MAX_WINDOW, type RowQuery, type RowWindow } from '#core/contract/timeline.ts';
import { reasonOf, type Backend, type FeedEvent, type StartTimer } from '../../backends/backend.ts';
import { createRowCache } from './row-cache.ts';

/** About ten megabytes: enough to scroll back and forth, little compared with the page. */
const MAX_ROWS = 16_000;
/** Rows fetched ahead of the visible ones, for steady scrolling. */
const AHEAD = 100;
/** Rows fetched at the end while following: a screen, and some that may arrive meanwhile. */
const TAIL = 100;
/** Pause between refreshes while the recording grows: one screen frame. Only one request runs at a time. */
const REST_MS = 16;

interface Flight {
  readonly abort: AbortController;
  /** First visible row that it fetches; undefined when it fetches a new list or the end. */
  readonly sight: number | undefined;
  readonly count: number;
}

/** Identifies a list: a RowQuery without the window. */
export type ListQuery = Pick<RowQuery, 'view' | 'q' | 'opened' | 'collapsed'>;

/** Entries of the recording, and how many of them match the filter. */
export interface Counts {
  readonly entries: number;
  readonly shown: number;
  /** Entries searched so far, while a slow filter is still running; undefined when all are searched. */
  readonly searched: number | undefined;
}

/** A row to keep in place when the list changes: `y` pixels below the upper edge. */
export interface Anchor {
  readonly seq: number;
  readonly y: number;
}

/** Scroll target: a row, and its distance from the upper edge in pixels. */
export interface ScrollTarget {
  readonly place: number;
  readonly y: number;
  /** True for a restored scroll position, which ignores the selection. */
  readonly isKept: boolean;
}

export interface TimelinePorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'rows' | 'listen' | 'follow'>;
  readonly startTimer: StartTimer;
  readonly query: ReadonlySignal<ListQuery>;
  /** Known number of entries. */
  readonly entries: number;
  /** Whether the list keeps its end in sight. */
  readonly isFollowing: () => boolean;
  /** While true nothing is refreshed. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** Where to start: the row before a reload, an entry, or the beginning. */
  readonly anchor: () => Anchor | { readonly place: number } | undefined;
}

/**
 * The rows of one recording as a list that the server makes: raw or folded, filtered, with groups opened and
 * collapsed. Nothing is fetched before `start`. Fetches visible windows, and fetches them again after changes in the
 * live feed. The previous list stays until the first window of another one arrives. Rows that are not held are
 * undefined; `version` changes whenever held rows do.
 */
export function createTimeline(ports: TimelinePorts) {
  const { recording, backend, startTimer, query } = ports;
  const list = signal<ListQuery | undefined>(undefined);
  const total = signal(0);
  const counts = signal<Counts>({ entries: ports.entries, shown: ports.entries, searched: undefined });
  const version = signal(0);
  const isLoading = signal(true);
  const failure = signal<string | undefined>(undefined);
  /** Position of the anchor in the current list. */
  const landed = signal<ScrollTarget | undefined>(undefined);
  let cache = createRowCache(MAX_ROWS);
  let visible = { from: 0, to: 0 };
  let flight: Flight | undefined;
  let cancelRest: (() => void) | undefined;
  let isDue = false;
  /** Latest number of rows on the server; `total` may be smaller while following. */
  let known = 0;
  /** The pending anchor, while a slow filter has not found any row yet. */
  let sought: Anchor | undefined;
  /** Scroll position to restore with the next list. */
  let kept: { readonly place: number } | undefined;
  /** Latest revision in the feed, and revision of the fresh rows; NaN if those have more than one. */
  let feedRevision: number | undefined;
  let revision: number | undefined;

  /** Sends a request. Cancels the previous one. */
  const ask = async (question: RowQuery, isForSight: boolean, take: (answer: RowWindow) => void) => {
    flight?.abort.abort();
    const abort = new AbortController();
    const { signal: aborted } = abort;
    flight = {
      abort,
      sight: isForSight && 'from' in question.at ? question.at.from : undefined,
      count: question.count,
    };
    try {
      const answer = await backend.rows(recording, { ...question, part: true }, aborted);
      if (aborted.aborted) return;
      flight = undefined;
      batch(() => {
        take(answer);
        revision = revision === undefined || revision === answer.revision ? answer.revision : Number.NaN;
        counts.value = { entries: answer.entries, shown: answer.shown, searched: answer.searched };
        failure.value = undefined;
        isLoading.value = false;
        version.value = version.peek() + 1;
      });
    } catch (error) {
      if (aborted.aborted) return;
      flight = undefined;
      failure.value = reasonOf(error);
      isLoading.value = false;
      return;
    }
    fetchLacking();
  };

  const store = (count: number, askedAt: number) => (answer: RowWindow) => {
    const end = answer.from + answer.rows.length;
    // While following, the end moves only to the last fetched row.
    const isTail = ports.isFollowing() && end < answer.total && end > total.peek();
    cache.store(answer.from, Math.min(count, Math.max(answer.total - answer.from, 0)), answer.rows, askedAt);
    known = answer.total;
    if (answer.total < total.peek()) cache.cut(answer.total);
    total.value = isTail ? end : answer.total;
    if (isTail || answer.searched !== undefined) isDue = true; // a partial result needs another request
  };

  const land = (anchor: Anchor, { index = 0, total: found, searched }: RowWindow) => {
    sought = found === 0 && searched !== undefined ? anchor : undefined;
    if (!sought) landed.value = { place: index, y: anchor.y, isKept: false };
  };

  /** Requests the first window of another list, around the anchor. */
  const begin = () => {
    const anchor = kept ?? sought ?? ports.anchor();
    const isKept = kept !== undefined;
    sought = undefined;
    const next = query.peek();
    const shown = list.peek();
    const isToggled = !isKept && shown?.view === next.view && shown.q === next.q;
    const at = ports.isFollowing()
      ? { around: Math.max(counts.peek().entries - 1, 0) }
      : isToggled
        ? { from: Math.max(visible.from - AHEAD, 0) } // rows above the toggled group stay in place
        : anchor === undefined
          ? { from: 0 }
          : 'place' in anchor
            ? { from: Math.max(anchor.place - AHEAD, 0) }
            : { around: anchor.seq };
    isLoading.value = true;
    const fresh = createRowCache(MAX_ROWS);
    void ask({ ...next, at, count: 2 * AHEAD + TAIL }, false, (answer) => {
      kept = undefined;
      cache = fresh;
      list.value = next;
      total.value = 0;
      revision = undefined;
      if (answer.revision === feedRevision) isDue = false;
      store(answer.rows.length, fresh.now())(answer);
      if (!anchor || isToggled || ports.isFollowing()) return;
      if ('place' in anchor) landed.value = { place: anchor.place, y: 0, isKept: true };
      else land(anchor, answer);
    });
  };

  const fetchLacking = () => {
    const shown = list.peek();
    if (flight || failure.peek() !== undefined || !shown) return;
    if (isDue) return rest();
    if (visible.to === 0) return; // no visible window yet
    const sight = cache.lacking(visible.from, Math.min(visible.to, total.peek()));
    const isMissing = sight !== undefined && (!cache.has(sight.from) || !cache.has(sight.to - 1));
    const around = (margin: number) =>
      cache.lacking(Math.max(visible.from - margin, 0), Math.min(visible.to + margin, total.peek()));
    // Refetches outdated rows only where visible, as they will change again. Fetches ahead in blocks, not row by row.
    const want = sight && !isMissing ? sight : around(AHEAD / 2) && around(AHEAD);
    if (!want || (!sight && cancelRest)) return;
    const count = Math.min(want.to - want.from, MAX_WINDOW);
    void ask({ ...shown, at: { from: want.from }, count }, true, store(count, cache.now()));
  };

  const refresh = (shown: ListQuery) => {
    isDue = false;
    cache.expire();
    revision = undefined;
    const isEmpty = total.peek() === 0; // the list had no row when it was opened
    const wanted = sought ?? (isEmpty ? ports.anchor() : undefined);
    const anchor = wanted && 'seq' in wanted ? wanted : undefined;
    if ((anchor || isEmpty) && !ports.isFollowing()) {
      const at = anchor ? { around: anchor.seq } : { from: 0 };
      return void ask({ ...shown, at, count: 2 * AHEAD + TAIL }, false, (answer) => {
        store(answer.rows.length, cache.now())(answer);
        if (anchor) land(anchor, answer);
      });
    }
    if (!ports.isFollowing()) return fetchLacking();
    const end = shown.view === 'raw' && shown.q === '' ? counts.peek().entries : known;
    void ask({ ...shown, at: { from: Math.max(end - TAIL, 0) }, count: 2 * TAIL }, false, store(0, cache.now()));
  };

  /** Refreshes now, or after the pause since the last refresh. */
  const rest = () => {
    const shown = list.peek();
    isDue = true;
    if (ports.isPaused.peek() || !shown || cancelRest || flight) return;
    cancelRest = startTimer(REST_MS, () => {
      cancelRest = undefined;
      if (isDue) rest();
    });
    refresh(shown);
  };

  const onFeedEvent = (event: FeedEvent) => {
    if (event.kind === 'connected') {
      failure.value = undefined;
      if (list.peek()) rest();
      else begin();
    } else if (event.kind === 'changed' && event.recording === recording) {
      const shown = list.peek()?.q === '' ? event.total : counts.peek().shown;
      counts.value = { ...counts.peek(), entries: event.total, shown };
      feedRevision = event.revision;
      if (revision !== feedRevision) rest();
    }
  };

  let stops: readonly (() => void)[] = [];

  return {
    recording,
    /** Requests the first window, and follows the recording and the query from then on. */
    start: () => {
      stops = [
        backend.listen(onFeedEvent),
        backend.follow(recording),
        effect(() => {
          void query.value;
          untracked(begin);
        }),
        effect(() => {
          if (!ports.isPaused.value && isDue) untracked(rest);
        }),
      ];
    },
    /** The current list; the next one may be loading. Undefined until the first arrives. */
    list: list as ReadonlySignal<ListQuery | undefined>,
    total: total as ReadonlySignal<number>,
    counts: counts as ReadonlySignal<Counts>,
    version: version as ReadonlySignal<number>,
    /** True until the first window of the list arrives. */
    isLoading: isLoading as ReadonlySignal<boolean>,
    /** Why the visible rows could not be fetched; undefined when nothing is wrong. */
    failure: failure as ReadonlySignal<string | undefined>,
    landed: landed as ReadonlySignal<ScrollTarget | undefined>,
    /** Call this after scrolling to `landed`. */
    settled: () => void (landed.value = undefined),
    rowAt: (place: number) => cache.rowAt(place),
    rowOf: (seq: number) => cache.rowOf(seq),
    placeOf: (seq: number) => cache.placeOf(seq),
    /** Restores the scroll position: shows the list from that row on, unless following. */
    restore: (place: number) => {
      if (ports.isFollowing()) return;
      kept = { place };
      begin();
    },
    /** Sets the visible rows. Fetches them if needed and cancels a fetch of other rows. */
    show: (from: number, to: number) => {
      visible = { from, to };
      if (flight?.sight !== undefined && (flight.sight >= to || flight.sight + flight.count <= from)) {
        flight.abort.abort();
        flight = undefined;
      }
      fetchLacking();
    },
    retry: () => {
      failure.value = undefined;
      if (list.peek() === query.peek()) rest();
      else begin();
    },
    dispose: () => {
      for (const stop of stops) stop();
      cancelRest?.();
      flight?.abort.abort();
    },
  };
}

export type Timeline = ReturnType<typeof createTimeline>;
