import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { parseFilter, type FilterProblem } from '#core/filter/parse.ts';
import type { Later } from '../backends/backend.ts';
import type { TimeRange } from './route.ts';
import type { Router } from './router.ts';
import type { ListQuery } from './timeline.ts';

/** From the last keystroke in the filter to the list: typing is no reason to ask the server for every letter. */
const TYPING_MS = 150;
/** How many filters are remembered. */
const REMEMBERED = 10;

/**
 * What of the recording is shown: the filter as typed and as it applies, the range of time, raw or folded, and which groups are opened.
 * Filter, range and view are kept in the address. A filter that cannot be read leaves the one before it in force.
 */
export function createLook(
  router: Pick<Router, 'route' | 'look' | 'step' | 'mark'>,
  later: Later,
  start: Partial<Toggled>,
) {
  const typed = computed(() => router.route.value.q ?? '');
  const problem = computed((): FilterProblem | undefined => {
    const parsed = parseFilter(typed.value);
    return parsed.ok ? undefined : parsed.problem;
  });
  const applied = signal(problem.peek() ? '' : typed.peek());
  const range = computed(() => router.route.value.range);
  const view = computed((): ListQuery['view'] => (router.route.value.raw ? 'raw' : 'folded'));
  const opened = signal(start.opened ?? []);
  const collapsed = signal(start.collapsed ?? []);
  const history = signal<readonly string[]>([]);
  let cancelTyping = () => {};
  /** The step of the history that is being changed bit by bit. */
  let draft: number | undefined;

  const apply = () => {
    cancelTyping();
    if (!problem.peek()) applied.value = typed.peek().trim();
  };
  /** The first of many small changes is a step of the history, the others are not. */
  const draftOf = (change: () => void) => {
    if (draft === router.mark()) return change();
    router.step(change);
    draft = router.mark();
  };
  const stop = effect(() => {
    void typed.value;
    untracked(() => {
      cancelTyping();
      cancelTyping = later(TYPING_MS, apply);
    });
  });

  const q = computed(() => filterWithin(applied.value, range.value));
  let last: ListQuery = { view: view.peek(), q: q.peek(), opened: opened.peek(), collapsed: collapsed.peek() };
  const query = computed((): ListQuery => {
    const folded = view.value === 'folded';
    const next = {
      view: view.value,
      q: q.value,
      opened: folded ? opened.value : [],
      collapsed: folded ? collapsed.value : [],
    };
    return (last = JSON.stringify(next) === JSON.stringify(last) ? last : next);
  });

  return {
    typed,
    problem,
    /** The filter in force, without the range. */
    applied,
    range,
    view,
    /** The filter in force with the range: what seek, rows and sequence are asked with. */
    q,
    query,
    opened,
    collapsed,
    /** Filters that were used, the last one first. */
    history,
    type: (text: string) => draftOf(() => router.look({ q: text === '' ? undefined : text })),
    /** A whole filter, in force at once. */
    set: (text: string) =>
      router.step(() => {
        router.look({ q: text === '' ? undefined : text });
        apply();
        remember();
      }),
    remember,
    apply,
    /** All of the recording, at once. */
    clear: () =>
      router.step(() => {
        router.look({ q: undefined, range: undefined });
        apply();
      }),
    setRange: (next: TimeRange | undefined) => router.step(() => router.look({ range: next })),
    /** Moves an end of the range a little. */
    adjustRange: (next: TimeRange) => draftOf(() => router.look({ range: next })),
    fold: () => router.step(() => router.look({ raw: view.peek() === 'folded' ? true : undefined })),
    /** As it was left at another place of the history. */
    restore: (before: Toggled) =>
      batch(() => {
        opened.value = before.opened;
        collapsed.value = before.collapsed;
        apply();
      }),
    open: (group: number, isOpen: boolean) => void (opened.value = toggled(opened.peek(), group, isOpen)),
    collapse: (group: number, isCollapsed: boolean) =>
      void (collapsed.value = toggled(collapsed.peek(), group, isCollapsed)),
    dispose: () => {
      stop();
      cancelTyping();
    },
  };

  function remember() {
    draft = undefined;
    const text = typed.peek().trim();
    if (text === '' || problem.peek()) return;
    history.value = [text, ...history.peek().filter((each) => each !== text)].slice(0, REMEMBERED);
  }
}

export type Look = ReturnType<typeof createLook>;

/** Groups that are opened and collapsed, by number. */
export interface Toggled {
  readonly opened: readonly number[];
  readonly collapsed: readonly number[];
}

/** A filter within a range of time: a term like any other, which binds more than an "or" in the filter does. */
export function filterWithin(q: string, range: TimeRange | undefined): string {
  return range ? both(q, `t:${range.from}us..${range.to}us`) : q;
}

/** Both filters at once. */
export const both = (one: string, other: string): string =>
  one === '' ? other : other === '' ? one : `(${one}) (${other})`;

const toggled = (numbers: readonly number[], number: number, isIn: boolean): readonly number[] => {
  const others = numbers.filter((each) => each !== number);
  return isIn ? [...others, number] : others;
};
