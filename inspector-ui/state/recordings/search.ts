import { signal, type ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Filter } from '#core/filter/filter.ts';
import { parseFilter, type FilterProblem } from '#core/filter/parse.ts';
import { excerptOf, lacksWords, wordsOf, type Excerpt } from '#core/filter/search-excerpt.ts';
import { containsText } from '#core/filter/searched-text.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import { seqOf } from '#core/units.ts';
import { FilterRefused, reasonOf, RequestFailed, type Backend, type StartTimer } from '../../backends/backend.ts';
import type { Recordings } from './recordings.ts';

/** The first hits of a recording are listed; the others are one click away. */
export const HITS_LISTED = 3;

/** A search pauses after each so many recordings with hits, because few people read more. */
const PAUSE_AFTER = 100;

/** Requests at a time. More would only wait for each other in the server. */
const AHEAD = 3;

const TYPING_MS = 150;

/** Progress without hits is shown after so many recordings. */
const PROGRESS = 20;

/** An entry that matches. The excerpt is there if the row does not show the searched words. */
export interface Hit {
  readonly row: TimelineRow;
  readonly excerpt: Excerpt | undefined;
}

export interface RecordingHits {
  readonly recording: RecordingSummary;
  readonly hits: readonly Hit[];
  /** The number of all hits of the recording. */
  readonly count: number;
}

export interface SearchState {
  readonly q: string;
  /** The newest recording first. Grows at its end only, where a long recording has its hits so far. */
  readonly found: readonly RecordingHits[];
  /** How many of `total` recordings were searched. */
  readonly searched: number;
  readonly total: number;
  readonly status: 'searching' | 'paused' | 'done' | 'stopped';
  /** Recordings that the server could not read. They were passed over. */
  readonly unread: readonly string[];
  /** Why the search failed; undefined if it did not. */
  readonly failure: string | undefined;
}

export interface SearchPorts {
  readonly backend: Pick<Backend, 'rows' | 'entry'>;
  readonly recordings: Pick<Recordings, 'recordings'>;
  readonly startTimer: StartTimer;
}

/** Searches all recordings with a filter, the newest first. */
export function createSearch({ backend, recordings, startTimer }: SearchPorts) {
  const typed = signal('');
  const problem = signal<FilterProblem | undefined>(undefined);
  const state = signal<SearchState | undefined>(undefined);
  let running = new AbortController();
  let cancelTyping = () => {};
  let goOn = () => {};

  /**
   * The first hits of a recording. Fetches the entries of rows that do not show the searched words. Calls `report` with
   * the hits so far while a long recording is searched.
   */
  async function hitsOf(
    recording: RecordingSummary,
    { q, filter }: { readonly q: string; readonly filter: Filter | undefined },
    aborted: AbortSignal,
    report: (soFar: RecordingHits) => void,
  ): Promise<RecordingHits> {
    const toHit = async (row: TimelineRow): Promise<Hit> => {
      const visible = `${row.method ?? ''} ${row.summary}`;
      if (!filter || !lacksWords(filter, visible)) return { row, excerpt: undefined };
      const { text } = await backend.entry(recording.id, seqOf(row.seq), aborted);
      return { row, excerpt: text === null ? undefined : excerptOf(filter, text, visible) };
    };
    const at = { from: 0 };
    const query = { view: 'raw', q, opened: [], collapsed: [], at, count: HITS_LISTED, part: true } as const;
    for (let hits: readonly Hit[] = []; ;) {
      const { rows, shown, searched } = await backend.rows(recording.id, query, aborted);
      hits = [...hits, ...(await Promise.all(rows.slice(hits.length).map(toHit)))];
      const found = { recording, hits, count: shown };
      if (searched === undefined) return found;
      if (shown > 0) report(found);
    }
  }

  async function run(q: string): Promise<void> {
    running.abort();
    running = new AbortController();
    const parsed = parseFilter(q);
    problem.value = parsed.ok ? undefined : parsed.problem;
    if (parsed.ok) await searchAll(q, parsed.filter, running);
  }

  async function searchAll(q: string, filter: Filter | undefined, search: AbortController): Promise<void> {
    if (q === '') return void (state.value = undefined);
    const { signal: aborted } = search;
    const list = recordings.recordings.peek() ?? [];
    const found: RecordingHits[] = [];
    const unread: string[] = [];
    const parts = new Map<RecordingSummary, RecordingHits>(); // hits so far, of recordings that are being searched
    let searched = 0;
    let isPaused = false;
    const partOfNext = () => {
      const next = list[searched];
      return next && parts.get(next);
    };
    const show = (status: SearchState['status'], failure?: string) => {
      const part = status === 'searching' ? partOfNext() : undefined;
      const shown = part ? [...found, part] : [...found];
      state.value = { q, found: shown, searched, total: list.length, status, failure, unread: [...unread] };
    };
    const stop = (failure: string) => {
      search.abort();
      show('stopped', failure);
    };
    const searchOne = async (recording: RecordingSummary): Promise<Outcome> => {
      const report = (soFar: RecordingHits) => {
        parts.set(recording, soFar);
        if (recording === list[searched] && !isPaused && !aborted.aborted) show('searching');
      };
      try {
        return await hitsOf(recording, { q, filter }, aborted, report);
      } catch (cause) {
        return failureOf(cause);
      }
    };
    show('searching');
    for await (const [recording, outcome] of inOrder(list, AHEAD, searchOne)) {
      if (aborted.aborted) return;
      if (typeof outcome === 'object' && 'failure' in outcome) return stop(outcome.failure);
      searched += 1;
      if (outcome === 'unread') unread.push(recording.name ?? recording.id);
      const isFound = typeof outcome === 'object' && outcome.count > 0;
      if (isFound) found.push(outcome);
      if (isFound && found.length % PAUSE_AFTER === 0 && searched < list.length) {
        isPaused = true;
        show('paused');
        await continued(aborted);
        isPaused = false;
        if (aborted.aborted) return;
        show('searching');
      } else if (isFound || searched % PROGRESS === 0 || partOfNext()) show('searching');
    }
    show('done');
  }

  /** Resolves when the paused search continues or ends. */
  const continued = (aborted: AbortSignal) =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      aborted.addEventListener('abort', () => resolve(), { once: true });
    });

  return {
    typed: typed as ReadonlySignal<string>,
    problem: problem as ReadonlySignal<FilterProblem | undefined>,
    /** Undefined without a search: then the list of recordings is shown. */
    state: state as ReadonlySignal<SearchState | undefined>,
    /** Searches a moment after the last letter. */
    type: (text: string) => {
      typed.value = text;
      cancelTyping();
      if (text.trim() === '') return void run('');
      cancelTyping = startTimer(TYPING_MS, () => void run(text.trim()));
    },
    /** Returns the first searched word that this entry contains; empty for an entry that is not a listed hit. */
    soughtIn: (recording: string, { row: { seq }, text }: EntryDetail): string => {
      const { q, found } = state.value ?? { q: '', found: [] };
      const listed = found.find((each) => each.recording.id === recording)?.hits.some((hit) => hit.row.seq === seq);
      const parsed = listed ? parseFilter(q) : undefined;
      const words = parsed?.ok ? wordsOf(parsed.filter) : [];
      return words.find((word) => containsText(word)(text ?? '')) ?? '';
    },
    /** Continues a paused search. */
    goOn: () => goOn(),
    /** Searches at once, also again. */
    submit: () => {
      cancelTyping();
      void run(typed.peek().trim());
    },
  };
}

/** Of one recording: its hits, or that it was removed meanwhile, cannot be read, or why the whole search ends. */
type Outcome = RecordingHits | 'removed' | 'unread' | { readonly failure: string };

function failureOf(cause: unknown): Exclude<Outcome, RecordingHits> {
  if (cause instanceof RequestFailed && cause.status === 404) return 'removed';
  if (cause instanceof RequestFailed && cause.status >= 500) return 'unread';
  return { failure: cause instanceof FilterRefused ? cause.message : reasonOf(cause) };
}

/**
 * Runs a task for each item, `ahead` at a time. The results come in the order of the items, so that shown results keep
 * their place.
 */
async function* inOrder<Item, Result>(
  items: readonly Item[],
  ahead: number,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const begin = (item: Item) => ({ item, result: run(item) });
  const waiting = [...items];
  const running = waiting.splice(0, ahead).map(begin);
  for (let first = running.shift(); first; first = running.shift()) {
    yield [first.item, await first.result];
    running.push(...waiting.splice(0, 1).map(begin));
  }
}
