import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { RecordingSummary, RuleReport } from '#core/contract/api.ts';
import type { Backend, Later } from '../backends/backend.ts';
import { createFetched } from './fetched.ts';

/** How often each rule was kept and broken, in the first `entries` entries at least: more may have come while it was counted. */
export interface CountedRules {
  readonly rules: readonly RuleReport[];
  readonly entries: number;
}

/**
 * What was found in a recording, and how its rules fared. Fetched when it is looked at, and again when the recording has other findings
 * or has ended: the end is what some rules wait for.
 */
export function createReport(
  summary: ReadonlySignal<RecordingSummary>,
  isShown: ReadonlySignal<boolean>,
  backend: Pick<Backend, 'findings' | 'report' | 'listen'>,
  later: Later,
) {
  const recording = summary.peek().id;
  const findings = createFetched((signal) => backend.findings(recording, signal), later);
  const rules = createFetched(async (signal): Promise<CountedRules> => {
    const entries = summary.peek().total;
    return { entries, rules: (await backend.report(recording, signal)).rules };
  }, later);
  const state = computed(() => stateOf(summary.value));
  let asked: string | undefined;

  const refresh = () => {
    if (!isShown.peek() || state.peek() === asked) return;
    asked = state.peek();
    findings.refresh();
    rules.refresh();
  };
  const stopWatching = effect(() => {
    void isShown.value;
    void state.value;
    untracked(refresh);
  });
  const stopListening = backend.listen(({ kind }) => {
    if (kind !== 'connected') return;
    asked = undefined; // nobody told what happened meanwhile
    refresh();
  });

  return {
    findings: findings.fetched,
    rules: rules.fetched,
    isCounting: rules.isAsking,
    retryFindings: findings.retry,
    countAgain: rules.retry,
    dispose: () => {
      stopWatching();
      stopListening();
      findings.dispose();
      rules.dispose();
    },
  };
}

const stateOf = ({ findings, state }: RecordingSummary) =>
  [state, findings.error, findings.warning, findings.note].join(' ');
