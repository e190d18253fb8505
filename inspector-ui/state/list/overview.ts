import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Overview } from '#core/model/overview.ts';
import type { Backend, StartTimer } from '../../backends/backend.ts';
import { createFetched } from '../page/fetched.ts';

/** Enough for the pixels of a wide screen, and within the contract's limit. */
const BUCKETS = 600;

/** Returns the entry to go to for a moment: the first of the nearest bucket with matching entries. */
export function seqNear({ buckets, width }: Pick<Overview, 'buckets' | 'width'>, t: number): number | undefined {
  const distance = (n: number) => (t < n * width ? n * width - t : Math.max(t - (n + 1) * width, 0));
  let nearest: Overview['buckets'][number] | undefined;
  for (const bucket of buckets) if (!nearest || distance(bucket.n) < distance(nearest.n)) nearest = bucket;
  return nearest?.seq;
}

/**
 * Entries over time: `whole` counts all, `shown` those that match the filter (the same without a filter). After a
 * change of filter, the previous result stays until the first response.
 */
export function createOverview(
  recording: string,
  q: ReadonlySignal<string>,
  backend: Pick<Backend, 'overview' | 'listen'>,
  startTimer: StartTimer,
) {
  const whole = signal<Overview | undefined>(undefined);
  const hits = signal<Overview | undefined>(undefined);
  /** Latest revision in the feed. */
  let revision: number | undefined;

  const keep = (filter: string, into: Signal<Overview | undefined>) => {
    const { fetched, isAsking, refresh, dispose } = createFetched(
      (aborted) => backend.overview(recording, filter, BUCKETS, aborted),
      startTimer,
    );
    const stopTaking = effect(() => {
      const { value: arrived } = fetched;
      if (arrived.kind !== 'ready') return;
      into.value = arrived.value;
      // The recording changed while the request ran, unless the response already has the change.
      if (arrived.outdated === undefined && revision !== undefined && arrived.value.revision !== revision) refresh();
    });
    /** Refetches if the feed has another revision. A running request is judged by its response. */
    const catchUp = () => {
      if (!isAsking.peek() && into.peek()?.revision !== revision) refresh();
    };
    untracked(refresh);
    return {
      refresh,
      catchUp,
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
    const shown = some ? [all, some] : [all];
    if (event.kind === 'connected') for (const each of shown) each.refresh();
    if (event.kind !== 'changed' || event.recording !== recording) return;
    revision = event.revision;
    for (const each of shown) each.catchUp();
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
