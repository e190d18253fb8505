import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { previousRuns } from '#core/compare/previous-runs.ts';
import type { RunChange } from '#core/contract/changes.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Backend, StartTimer } from '../../backends/backend.ts';

/** Several recordings may end at once, and their stats are written with their end. */
const SETTLE_MS = 300;

/** Changes that are shown in one step: a thousand at once draw a thousand rows again, in a tenth of a second. */
const AT_ONCE = 40;
const STEP_MS = 16;

/** A run's previous run of the same command, and what the server knows of their difference. */
export interface RunBefore {
  readonly previous: RecordingSummary;
  readonly change: RunChange | undefined;
}

interface RunsPorts {
  readonly recordings: ReadonlySignal<readonly RecordingSummary[] | undefined>;
  /** Recordings from files that the page has opened. An export of a run is no run before it. */
  readonly files: ReadonlySignal<{ readonly has: (id: string) => boolean }>;
}

/** Compares each recording with the previous run of its command. Fetches anew when recordings end or are removed. */
export function createRunChanges(
  { recordings, files }: RunsPorts,
  backend: Pick<Backend, 'changes'>,
  startTimer: StartTimer,
) {
  const changes = signal<ReadonlyMap<string, RunChange>>(new Map());
  const runs = computed(() => (recordings.value ?? []).filter(({ id }) => !files.value.has(id)));
  const previous = computed(() => previousRuns(runs.value));
  const ended = computed(() => runs.value.flatMap(({ id, state }) => (state === 'live' ? [] : [id])).join('\n'));
  let cancel = () => {};
  let cancelStep = () => {};
  let asking = new AbortController();

  const ask = async () => {
    asking.abort();
    cancelStep();
    const { signal: aborted } = (asking = new AbortController());
    try {
      const found = await backend.changes(aborted);
      if (!aborted.aborted) show(found);
    } catch {
      // Rows have no badge then. The connection reports the error.
    }
  };
  function show(found: readonly RunChange[]): void {
    const before = changes.peek();
    const isKnown = (change: RunChange) => JSON.stringify(before.get(change.recording)) === JSON.stringify(change);
    const news = found.filter((change) => !isKnown(change));
    const listed = new Set(found.map(({ recording }) => recording));
    const shown = new Map([...before].filter(([recording]) => listed.has(recording)));
    const step = (from: number): void => {
      for (const change of news.slice(from, from + AT_ONCE)) shown.set(change.recording, change);
      changes.value = new Map(shown);
      if (from + AT_ONCE < news.length) cancelStep = startTimer(STEP_MS, () => step(from + AT_ONCE));
    };
    step(0);
  }

  effect(() => {
    if (ended.value === '') return;
    untracked(() => {
      cancel();
      cancel = startTimer(SETTLE_MS, () => void ask());
    });
  });

  /** Undefined for the first run of a command. */
  return (recording: string): RunBefore | undefined => {
    const before = previous.value.get(recording);
    const change = changes.value.get(recording);
    return before && { previous: before, change: change?.previous === before.id ? change : undefined };
  };
}
