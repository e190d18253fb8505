import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';

/**
 * Whether the timeline keeps its end in sight. On at start for a live recording if `startsOn`.
 * Scrolling up turns it off; scrolling to the end or `resume` turns it on. Never moves the selection.
 * While paused, the timeline does not change.
 */
export function createFollow(total: ReadonlySignal<number>, isLive: ReadonlySignal<boolean>, startsOn: boolean) {
  const on = signal(startsOn && isLive.peek());
  const isPaused = signal(false);
  const seen = signal(total.peek());
  let wasOn = false;
  const resume = () =>
    batch(() => {
      isPaused.value = false;
      on.value = true;
    });
  const release = () => {
    if (!on.peek()) return;
    seen.value = total.peek();
    on.value = false;
  };

  return {
    on: on as ReadonlySignal<boolean>,
    isPaused: isPaused as ReadonlySignal<boolean>,
    /** Number of entries that arrived since following stopped. */
    unseen: computed(() => (on.value ? 0 : Math.max(total.value - seen.value, 0))),
    resume,
    release,
    toggle: () => (on.peek() ? release() : resume()),
    /** Pauses, or continues as before the pause. */
    pause: () =>
      batch(() => {
        if (isPaused.peek()) {
          isPaused.value = false;
          on.value = wasOn;
        } else {
          wasOn = on.peek();
          isPaused.value = true;
          release();
        }
      }),
    /** Handles a scroll. Only the user scrolls up, because rows are added at the end. */
    scrolled: ({ up, atEnd }: { readonly up: boolean; readonly atEnd: boolean }) => {
      if (isPaused.peek()) return;
      if (atEnd && isLive.peek()) resume();
      else if (up && !atEnd) release();
    },
  };
}
