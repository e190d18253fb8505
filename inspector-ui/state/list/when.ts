import { effect } from '@preact/signals';

/** Resolves when a condition on signals holds: now, or after a change. */
export const when = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (!holds()) return;
      resolve();
      queueMicrotask(() => stop()); // not before `effect` has returned
    });
  });
