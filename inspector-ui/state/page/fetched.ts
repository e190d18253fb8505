import { signal, type ReadonlySignal } from '@preact/signals';
import { reasonOf, type StartTimer } from '../../backends/backend.ts';

/** A value that one request fetches. `outdated`: why the last refresh failed, so the value may no longer be true. */
export type Fetched<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ready'; readonly value: T; readonly outdated: string | undefined };

/** Pause between two requests: a busy recording changes faster than anyone can read. */
const REST_MS = 1000;

/** Refetches a value when it may have changed: one request at a time, with at least a second between them. */
export function createFetched<T>(fetch: (signal: AbortSignal) => Promise<T>, startTimer: StartTimer) {
  const fetched = signal<Fetched<T>>({ kind: 'loading' });
  const isAsking = signal(false);
  let flight: AbortController | undefined;
  let cancelRest: (() => void) | undefined;
  let isDue = false;

  const ask = async () => {
    const { signal: aborted } = (flight = new AbortController());
    isDue = false;
    isAsking.value = true;
    try {
      const value = await fetch(aborted);
      if (!aborted.aborted) fetched.value = { kind: 'ready', value, outdated: undefined };
    } catch (error) {
      if (!aborted.aborted) fetched.value = without(fetched.peek(), reasonOf(error));
    }
    if (aborted.aborted) return;
    flight = undefined;
    isAsking.value = false;
    cancelRest = startTimer(REST_MS, () => {
      cancelRest = undefined;
      if (isDue) void ask();
    });
  };

  const retry = () => {
    if (flight) return;
    cancelRest?.();
    cancelRest = undefined;
    if (fetched.peek().kind === 'failed') fetched.value = { kind: 'loading' };
    void ask();
  };

  return {
    fetched: fetched as ReadonlySignal<Fetched<T>>,
    isAsking: isAsking as ReadonlySignal<boolean>,
    /** Refetches a value that may have changed, after a running request and the pause. */
    refresh: () => {
      if (flight || cancelRest) isDue = true;
      else void ask();
    },
    /** Refetches without the pause, because the user asked for it. */
    retry,
    /** Refetches in place of a running request, which asks for less. */
    again: () => {
      flight?.abort();
      flight = undefined;
      retry();
    },
    dispose: () => {
      flight?.abort();
      cancelRest?.();
    },
  };
}

const without = <T>(before: Fetched<T>, reason: string): Fetched<T> =>
  before.kind === 'ready' ? { ...before, outdated: reason } : { kind: 'failed', reason };
