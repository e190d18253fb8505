import { effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { OpenedRecording } from './opened-recording.ts';
import type { ViewName } from '../page/route.ts';
import type { Router } from '../page/router.ts';

/**
 * Returns a function that shows a view of the open recording. A view requested while a recording opens (the list
 * loads, a file is being read, the newest is about to be chosen) is shown with it, and forgotten if none opens.
 */
export function createViewRequests(
  opened: ReadonlySignal<OpenedRecording | undefined>,
  isOpening: ReadonlySignal<boolean>,
  router: Pick<Router, 'show'>,
): (view: ViewName) => void {
  let awaited: ViewName | undefined;
  effect(() => {
    const isOpened = opened.value !== undefined;
    if (!isOpened && isOpening.value) return;
    const view = awaited;
    awaited = undefined;
    if (isOpened && view !== undefined) untracked(() => router.show(view));
  });
  return (view) => {
    const current = opened.peek();
    if (!current && isOpening.peek()) awaited = view;
    if (!current) return;
    current.cameFrom.value = undefined;
    router.show(view);
  };
}
