import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { Recordings } from './recordings.ts';
import type { Router } from '../page/router.ts';

export interface NewestRunPorts {
  readonly recordings: Pick<Recordings, 'recordings'>;
  /** Files of the page: never the newest run. */
  readonly files: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly router: Pick<Router, 'route' | 'go'>;
}

/**
 * Stays on the newest run: opens each recording that begins, with the view and the filter of the previous recording.
 * Ends when the user opens another recording.
 */
export function createNewestRun({ recordings, files, router }: NewestRunPorts) {
  const isOn = signal(false);
  const newest = computed(() => recordings.recordings.value?.find(({ id }) => !files.value.has(id))?.id);

  effect(() => {
    const id = newest.value;
    if (!isOn.value || id === undefined) return;
    untracked(() => {
      const { recording, view, q, raw } = router.route.peek();
      if (recording === id) return;
      router.go({ recording: id, ...(view && { view }), ...(q !== undefined && { q }), ...(raw && { raw }) });
    });
  });
  effect(() => {
    const { recording } = router.route.value;
    if (recording !== newest.peek()) isOn.value = false;
  });

  return {
    isOn: isOn as ReadonlySignal<boolean>,
    toggle: () => void (isOn.value = !isOn.peek()),
  };
}
