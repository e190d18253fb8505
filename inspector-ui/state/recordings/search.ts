import { signal, type ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Filter } from '#core/filter/filter.ts';
import { parseFilter, type FilterProblem } from '#core/filter/parse.ts';
import { excerptOf, lacksWords, type Excerpt } from '#core/filter/search-excerpt.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { seqOf } from '#core/units.ts';
import { FilterRefused, reasonOf, RequestFailed, type Backend, type StartTimer } from '../../backends/backend.ts';
import type { Recordings } from '../shell/recordings.ts';

/** The first hits of a recording are listed; the others are one click away. */
export const HITS_LISTED = 3;

/** A search stops after so many recordings with hits: nobody reads more, and a list of them would be long. */
const MOST_RECORDINGS = 100;

/** Requests at a time. More would only wait for each other in the server. */
const AHEAD = 3;

const TYPING_MS = 150;

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
  readonly status: 'searching' | 'done' | 'stopped';
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
    const { signal: aborted } = (running = new AbortController());
    const parsed = parseFilter(q);
    problem.value = parsed.ok ? undefined : parsed.problem;
    if (!parsed.ok) return;
    if (q === '') return void (state.value = undefined);
    const list = recordings.recordings.peek() ?? [];
    let found: readonly RecordingHits[] = [];
    const unread: string[] = [];
    const parts = new Map<number, RecordingHits>(); // of recordings that are being searched, by index
    const show = (searched: number, status: SearchState['status'], failure?: string) => {
      const part = status === 'searching' ? parts.get(searched) : undefined;
      state.value = {
        q,
        found: part ? [...found, part] : found,
        searched,
        total: list.length,
        status,
        failure,
        unread: [...unread],
      };
    };
    let current = 0;
    const search = (recording: RecordingSummary, index: number) =>
      hitsOf(recording, { q, filter: parsed.filter }, aborted, (soFar) => {
        parts.set(index, soFar);
        if (index === current && !aborted.aborted) show(index, 'searching');
      }).catch((cause: unknown) => ({ cause }));
    show(0, 'searching');
    // Results come in the order of the list: rows that are on the screen do not move.
    const ahead: Promise<RecordingHits | { readonly cause: unknown }>[] = [];
    for (let index = 0, asked = 0; index < list.length; index++) {
      for (; asked < list.length && ahead.length < AHEAD; asked++) {
        const recording = list[asked];
        if (recording) ahead.push(search(recording, asked));
      }
      current = index;
      if (parts.has(index)) show(index, 'searching');
      const result = await ahead.shift();
      if (aborted.aborted || !result) return;
      parts.delete(index);
      if ('cause' in result) {
        if (result.cause instanceof RequestFailed && result.cause.status === 404) continue; // removed meanwhile
        if (result.cause instanceof RequestFailed && result.cause.status >= 500) {
          unread.push(list[index]?.name ?? list[index]?.id ?? '');
          continue;
        }
        running.abort();
        return show(
          index,
          'stopped',
          result.cause instanceof FilterRefused ? result.cause.message : reasonOf(result.cause),
        );
      }
      if (result.count > 0) found = [...found, result];
      if (found.length >= MOST_RECORDINGS) {
        running.abort();
        return show(index + 1, 'stopped');
      }
      if (result.count > 0 || index % 20 === 19) show(index + 1, 'searching'); // shows progress without hits, too
    }
    show(list.length, 'done');
  }

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
    /** Searches at once, also again. */
    submit: () => {
      cancelTyping();
      void run(typed.peek().trim());
    },
  };
}
