import { batch, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { MAX_WINDOW, type RowQuery, type RowWindow } from '#core/contract/timeline.ts';
import { reasonOf, type Backend, type FeedEvent, type Later } from '../backends/backend.ts';
import { createRowCache } from './row-cache.ts';

/** Some ten megabytes: enough to scroll back and forth, nothing beside the page itself. */
const MAX_ROWS = 16_000;
/** Rows fetched beyond what is visible, so that steady scrolling finds them there. */
const AHEAD = 100;
/** What a list that follows its end asks for at once: a screen, and what may come meanwhile. */
const TAIL = 100;
/** From one answer to the next question while the recording grows: a frame of the screen. One question at a time paces itself by its answer. */
const REST_MS = 16;

interface Flight {
  readonly abort: AbortController;
  /** The first of the rows it is to bring into sight; undefined when it brings a list or its end. */
  readonly sight: number | undefined;
  readonly count: number;
}

/** Which list: everything of a RowQuery but the window. */
export type ListQuery = Pick<RowQuery, 'view' | 'q' | 'opened' | 'collapsed'>;

/** Entries of the recording, and how many of them the filter lets through. */
export interface Counts {
  readonly entries: number;
  readonly shown: number;
  /** Of how many of the first ones that is true, while a filter that takes long is still being asked; undefined when of all. */
  readonly searched: number | undefined;
}

/** A row to keep where it is when the list becomes another one: `y` pixels below the upper edge. */
export interface Anchor {
  readonly seq: number;
  readonly y: number;
}

/** Which row is to be shown, and how many pixels below the upper edge. */
export interface Landing {
  readonly place: number;
  readonly y: number;
  /** It is where the list was left, whatever is selected. */
  readonly isKept: boolean;
}

export interface TimelinePorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'rows' | 'listen' | 'follow'>;
  readonly later: Later;
  readonly query: ReadonlySignal<ListQuery>;
  /** Entries of the recording as far as known. */
  readonly entries: number;
  /** Whether the end is to be kept in sight. */
  readonly isFollowing: () => boolean;
  /** While true nothing is refreshed. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** What to begin with: the place the list had before a reload, an entry to look at, or the beginning. */
  readonly anchor: () => Anchor | { readonly place: number } | undefined;
}

/**
 * The rows of one recording as a list that the server makes: raw or folded, filtered, with groups opened and collapsed. Fetched by window
 * as they are looked at, and again when the live feed says that something has changed. Until the first window of another list has come the
 * one before stays. Rows that are not held are undefined; `version` changes whenever held rows do.
 */
export function createTimeline(ports: TimelinePorts) {
  const { recording, backend, later, query } = ports;
  const list = signal<ListQuery | undefined>(undefined);
  const total = signal(0);
  const counts = signal<Counts>({ entries: ports.entries, shown: ports.entries, searched: undefined });
  const version = signal(0);
  const isLoading = signal(true);
  const failure = signal<string | undefined>(undefined);
  /** Where the anchor has come to lie in the list that is shown now. */
  const landed = signal<Landing | undefined>(undefined);
  let cache = createRowCache(MAX_ROWS);
  let visible = { from: 0, to: 0 };
  let flight: Flight | undefined;
  let cancelRest: (() => void) | undefined;
  let isDue = false;
  /** Rows that the server had at last; `total` may be behind it while the end is followed. */
  let known = 0;
  /** The row to land at, while a filter that takes long has found none. */
  let sought: Anchor | undefined;
  /** Where the list is to be shown as it was left, once. */
  let kept: { readonly place: number } | undefined;
  /** What the feed told last, and what the rows that are not out of date were answered with; NaN when with more than one. */
  let told: number | undefined;
  let revision: number | undefined;

  /** One question at a time; the last one counts. */
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
    // The end that is kept in sight moves on only with rows that are there to be seen.
    const isTail = ports.isFollowing() && end < answer.total && end > total.peek();
    cache.store(answer.from, Math.min(count, Math.max(answer.total - answer.from, 0)), answer.rows, askedAt);
    known = answer.total;
    if (answer.total < total.peek()) cache.cut(answer.total);
    total.value = isTail ? end : answer.total;
    if (isTail || answer.searched !== undefined) isDue = true; // a part says itself that there is more to ask for
  };

  const land = (anchor: Anchor, { index = 0, total: found, searched }: RowWindow) => {
    sought = found === 0 && searched !== undefined ? anchor : undefined;
    if (!sought) landed.value = { place: index, y: anchor.y, isKept: false };
  };

  /** Another list: its first window, around what is looked at. */
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
        ? { from: Math.max(visible.from - AHEAD, 0) } // rows above what was opened or closed stay where they are
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
      if (answer.revision === told) isDue = false;
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
    if (visible.to === 0) return; // nobody has looked yet
    const sight = cache.lacking(visible.from, Math.min(visible.to, total.peek()));
    const isMissing = sight !== undefined && (!cache.has(sight.from) || !cache.has(sight.to - 1));
    const around = (margin: number) =>
      cache.lacking(Math.max(visible.from - margin, 0), Math.min(visible.to + margin, total.peek()));
    // What is only out of date is fetched as far as it is seen: it will be again. Ahead, not for every row that scrolls in.
    const want = sight && !isMissing ? sight : around(AHEAD / 2) && around(AHEAD);
    if (!want || (!sight && cancelRest)) return;
    const count = Math.min(want.to - want.from, MAX_WINDOW);
    void ask({ ...shown, at: { from: want.from }, count }, true, store(count, cache.now()));
  };

  const refresh = (shown: ListQuery) => {
    isDue = false;
    cache.expire();
    revision = undefined;
    const anchor = sought;
    if (anchor && !ports.isFollowing())
      return void ask({ ...shown, at: { around: anchor.seq }, count: 2 * AHEAD + TAIL }, false, (answer) => {
        store(answer.rows.length, cache.now())(answer);
        land(anchor, answer);
      });
    if (!ports.isFollowing()) return fetchLacking();
    const end = shown.view === 'raw' && shown.q === '' ? counts.peek().entries : known;
    void ask({ ...shown, at: { from: Math.max(end - TAIL, 0) }, count: 2 * TAIL }, false, store(0, cache.now()));
  };

  /** Refreshes now, or when the rest after the last time is over. */
  const rest = () => {
    const shown = list.peek();
    isDue = true;
    if (ports.isPaused.peek() || !shown || cancelRest || flight) return;
    cancelRest = later(REST_MS, () => {
      cancelRest = undefined;
      if (isDue) rest();
    });
    refresh(shown);
  };

  const hear = (event: FeedEvent) => {
    if (event.kind === 'connected') {
      failure.value = undefined;
      if (list.peek()) rest();
      else begin();
    } else if (event.kind === 'changed' && event.recording === recording) {
      const shown = list.peek()?.q === '' ? event.total : counts.peek().shown;
      counts.value = { ...counts.peek(), entries: event.total, shown };
      told = event.revision;
      if (revision !== told) rest();
    }
  };

  const stopListening = backend.listen(hear);
  const stopFollowing = backend.follow(recording);
  const stopQuery = effect(() => {
    void query.value;
    untracked(begin);
  });
  const stopPause = effect(() => {
    if (!ports.isPaused.value && isDue) untracked(rest);
  });

  return {
    recording,
    /** The list that is shown; another one may be on its way. Undefined until the first has come. */
    list: list as ReadonlySignal<ListQuery | undefined>,
    /** Rows of the list. */
    total: total as ReadonlySignal<number>,
    counts: counts as ReadonlySignal<Counts>,
    version: version as ReadonlySignal<number>,
    /** True until the first window of the list has come. */
    isLoading: isLoading as ReadonlySignal<boolean>,
    /** Why the visible rows could not be fetched; undefined when nothing is wrong. */
    failure: failure as ReadonlySignal<string | undefined>,
    landed: landed as ReadonlySignal<Landing | undefined>,
    /** To be called when the list is scrolled to where the anchor landed. */
    settled: () => void (landed.value = undefined),
    rowAt: (place: number) => cache.rowAt(place),
    rowOf: (seq: number) => cache.rowOf(seq),
    placeOf: (seq: number) => cache.placeOf(seq),
    /** Shows the list as it was left: from that row on, unless its end is followed. */
    restore: (place: number) => {
      if (ports.isFollowing()) return;
      kept = { place };
      begin();
    },
    /** Says which rows are looked at: they are fetched if need be, and another fetch is given up. */
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
      stopListening();
      stopFollowing();
      stopQuery();
      stopPause();
      cancelRest?.();
      flight?.abort.abort();
    },
  };
}

export type Timeline = ReturnType<typeof createTimeline>;
