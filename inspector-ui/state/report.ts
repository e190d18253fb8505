import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail, RecordingSummary, RuleReport } from '#core/contract/api.ts';
import type { Backend, Later } from '../backends/backend.ts';
import { createFetched, type Fetched } from './fetched.ts';

/** How often each rule was kept and broken, in the first `entries` entries at least: more may have come while it was counted. */
export interface CountedRules {
  readonly rules: readonly RuleReport[];
  readonly entries: number;
}

export interface ReportPorts {
  readonly summary: ReadonlySignal<RecordingSummary>;
  readonly isShown: ReadonlySignal<boolean>;
  /** The filter in force, with the range of time: the findings obey it, the rules are those of the whole recording. */
  readonly q: ReadonlySignal<string>;
  readonly backend: Pick<Backend, 'findings' | 'report' | 'listen'>;
  readonly later: Later;
}

/**
 * What was found in a recording, and how its rules fared. Fetched when it is looked at, and again when the recording has other findings
 * or has ended: the end is what some rules wait for. What the last filter showed stays until the answer about another one has come.
 */
export function createReport({ summary, isShown, q, backend, later }: ReportPorts) {
  const recording = summary.peek().id;
  const findings = signal<Fetched<readonly FindingDetail[]>>({ kind: 'loading' });
  const isFiltering = signal(false);

  const find = (filter: string) => {
    const { fetched, refresh, retry, dispose } = createFetched(
      (aborted) => backend.findings(recording, filter, aborted),
      later,
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
  /** Whether other entries may match than when it was asked. */
  let isOld = false;
  const rules = createFetched(async (aborted): Promise<CountedRules> => {
    const entries = summary.peek().total;
    return { entries, rules: (await backend.report(recording, aborted)).rules };
  }, later);
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
    if (event.kind === 'connected') asked = undefined; // nobody told what happened meanwhile
    else if (event.kind === 'changed' && event.recording === recording && found.filter !== '') isOld = true;
    else return;
    refresh();
  });

  return {
    findings: findings as ReadonlySignal<Fetched<readonly FindingDetail[]>>,
    /** True from another filter on until its findings are there. */
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
