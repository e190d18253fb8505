import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail, RuleReport } from '#core/model/finding.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Backend, StartTimer } from '../../backends/backend.ts';
import { createFetched, type Fetched } from '../page/fetched.ts';

/**
 * How often each rule was kept and broken, in at least the first `entries` entries: more may arrive during the count.
 */
export interface CountedRules {
  readonly rules: readonly RuleReport[];
  readonly entries: number;
}

export interface ReportPorts {
  readonly summary: ReadonlySignal<RecordingSummary>;
  readonly isShown: ReadonlySignal<boolean>;
  /** The filter in force, with the time range. It applies to findings; rules are counted over the whole recording. */
  readonly q: ReadonlySignal<string>;
  readonly backend: Pick<Backend, 'findings' | 'report' | 'listen'>;
  readonly startTimer: StartTimer;
}

/**
 * The findings of a recording and the counts of its rules. Fetched when shown, and again when the findings change or
 * the recording ends: some rules judge only at the end. After a change of filter, the previous result stays until the
 * response.
 */
export function createReport({ summary, isShown, q, backend, startTimer }: ReportPorts) {
  const recording = summary.peek().id;
  const findings = signal<Fetched<readonly FindingDetail[]>>({ kind: 'loading' });
  const isFiltering = signal(false);

  const find = (filter: string) => {
    const { fetched, refresh, retry, dispose } = createFetched(
      (aborted) => backend.findings(recording, filter, aborted),
      startTimer,
    );
    const stopTaking = effect(() => {
      if (fetched.value.kind !== 'loading') isFiltering.value = false;
      else if (findings.peek().kind === 'ready') return;
      findings.value = fetched.value;
    });
    return {
      filter,
      refresh,
      retry,
      dispose: () => {
        stopTaking();
        dispose();
      },
    };
  };

  let found = find(q.peek());
  /** Whether other entries may match the filter since the last request. */
  let isOld = false;
  const rules = createFetched(async (aborted): Promise<CountedRules> => {
    const entries = summary.peek().total;
    return { entries, rules: (await backend.report(recording, aborted)).rules };
  }, startTimer);
  const state = computed(() => stateOf(summary.value));
  let asked: string | undefined;

  const refresh = () => {
    if (!isShown.peek()) return;
    const isNews = state.peek() !== asked;
    asked = state.peek();
    if (isNews || isOld) found.refresh();
    if (isNews) rules.refresh();
    isOld = false;
  };
  const stopFiltering = effect(() => {
    const filter = q.value;
    if (filter === found.filter) return;
    untracked(() => {
      found.dispose();
      isFiltering.value = true;
      found = find(filter);
      isOld = true;
      refresh();
    });
  });
  const stopWatching = effect(() => {
    void isShown.value;
    void state.value;
    untracked(refresh);
  });
  const stopListening = backend.listen((event) => {
    if (event.kind === 'connected') asked = undefined; // events during the gap are lost
    else if (event.kind === 'changed' && event.recording === recording && found.filter !== '') isOld = true;
    else return;
    refresh();
  });

  return {
    findings: findings as ReadonlySignal<Fetched<readonly FindingDetail[]>>,
    /** True from a change of the filter until its findings arrive. */
    isFiltering: isFiltering as ReadonlySignal<boolean>,
    rules: rules.fetched,
    isCounting: rules.isAsking,
    retryFindings: () => found.retry(),
    countAgain: rules.retry,
    dispose: () => {
      stopFiltering();
      stopWatching();
      stopListening();
      found.dispose();
      rules.dispose();
    },
  };
}

const stateOf = ({ findings, state }: RecordingSummary) =>
  [state, findings.error, findings.warning, findings.note].join(' ');
