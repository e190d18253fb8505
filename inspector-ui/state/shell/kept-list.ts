import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { ViewFilter } from '../filter/view-filter.ts';
import type { Viewport } from '../list/viewport.ts';
import type { ViewName } from '../page/route.ts';
import type { Router } from '../page/router.ts';
import type { SavedList } from './saved-list.ts';

interface KeptListPorts {
  readonly router: Router;
  readonly view: ReadonlySignal<ViewName>;
  readonly look: ViewFilter;
  readonly viewport: Viewport;
  readonly isDetailOpen: ReadonlySignal<boolean>;
}

/** Keeps the state of the list beside the address: a reload and a step back restore it. */
export function createKeptList({ router, view, look, viewport, isDetailOpen }: KeptListPorts) {
  /** Conversation and findings keep their own scroll position. */
  const keepsList = computed(() => view.value !== 'conversation' && view.value !== 'findings');
  const kept = computed((): SavedList => ({
    place: viewport.top.value,
    opened: look.opened.value,
    collapsed: look.collapsed.value,
    isDetailOpen: isDetailOpen.value,
  }));
  const dispose = effect(() => {
    const { value } = kept;
    if (keepsList.value && viewport.scale.value.total > 0) untracked(() => router.keep(value));
  });
  return {
    /** Makes a change a step of the history. */
    step: (change: () => boolean | void) => router.step(change, () => (keepsList.peek() ? kept.peek() : undefined)),
    dispose,
  };
}
