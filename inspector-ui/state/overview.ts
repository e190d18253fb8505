import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Overview } from '#core/contract/timeline.ts';
import type { Backend, Later } from '../backends/backend.ts';
import { createFetched } from './fetched.ts';

/** As many as there are pixels for on a wide screen, and no more than the contract has. */
const BUCKETS = 600;

/**
 * What passed when: `whole` of everything, `shown` of what the filter lets through (the same thing without a filter). What the last
 * filter showed stays until the first answer about another one has come.
 */
export function createOverview(
  recording: string,
  q: ReadonlySignal<string>,
  backend: Pick<Backend, 'overview' | 'listen'>,
  later: Later,
) {
  const whole = signal<Overview | undefined>(undefined);
  const hits = signal<Overview | undefined>(undefined);

  const keep = (filter: string, into: Signal<Overview | undefined>) => {
    const { fetched, refresh, dispose } = createFetched(
      (aborted) => backend.overview(recording, filter, BUCKETS, aborted),
      later,
    );
    const stopTaking = effect(() => {
      if (fetched.value.kind === 'ready') into.value = fetched.value.value;
    });
    untracked(refresh);
    return {
      refresh,
      dispose: () => {
        stopTaking();
        dispose();
      },
    };
  };

  const all = keep('', whole);
  let some: ReturnType<typeof keep> | undefined;
  const stop = effect(() => {
    const filter = q.value;
    some = filter === '' ? undefined : keep(filter, hits);
    if (filter === '') hits.value = undefined;
    return some?.dispose;
  });
  const stopListening = backend.listen((event) => {
    if (event.kind !== 'connected' && (event.kind !== 'changed' || event.recording !== recording)) return;
    const isNews = (known: Overview | undefined) => event.kind === 'connected' || known?.revision !== event.revision;
    if (isNews(whole.peek())) all.refresh();
    if (isNews(hits.peek())) some?.refresh();
  });

  return {
    whole: whole as ReadonlySignal<Overview | undefined>,
    shown: computed(() => (q.value === '' ? whole.value : (hits.value ?? whole.value))),
    dispose: () => {
      stopListening();
      stop();
      all.dispose();
    },
  };
}
