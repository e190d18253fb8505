import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Overview } from '#core/model/overview.ts';
import type { Backend, Later } from '../../backends/backend.ts';
import { createFetched } from '../shell/fetched.ts';

/** Enough for the pixels of a wide screen, and within the contract's limit. */
const BUCKETS = 600;

/**
 * Entries over time: `whole` counts all, `shown` those that match the filter (the same without a filter). After a
 * change of filter, the previous result stays until the first response.
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
