import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { parseFilter, type FilterProblem } from '#core/filter/parse.ts';
import type { StartTimer } from '../../backends/backend.ts';
import type { ListQuery } from '../list/timeline.ts';
import type { TimeRange } from '../page/route.ts';
import type { Router } from '../page/router.ts';

/** Delay from the last keystroke in the filter to the request: not one request for every letter. */
const TYPING_MS = 150;
/** Number of remembered filters. */
const MAX_REMEMBERED = 10;

/**
 * Which part of the recording is shown: the filter as typed and as applied, the time range, raw or folded rows, and
 * which groups are opened. The address holds filter, range and view. An invalid filter leaves the previous one in
 * force.
 */
export function createViewFilter(
  router: Pick<Router, 'route' | 'look' | 'step' | 'mark'>,
  startTimer: StartTimer,
  start: Partial<ToggledGroups>,
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
  /** The step of the history that small changes keep replacing. */
  let draft: number | undefined;

  const apply = () => {
    cancelTyping();
    if (!problem.peek()) applied.value = typed.peek().trim();
  };
  /** Applies one of many small changes. Only the first one adds a step to the history. */
  const draftOf = (change: () => void) => {
    if (draft === router.mark()) return change();
    router.step(change);
    draft = router.mark();
  };
  const stop = effect(() => {
    void typed.value;
    untracked(() => {
      cancelTyping();
      cancelTyping = startTimer(TYPING_MS, apply);
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
    /** The filter in force with the range: the `q` of requests. */
    q,
    query,
    opened,
    collapsed,
    /** Used filters, the latest first. */
    history,
    type: (text: string) => draftOf(() => router.look({ q: text === '' ? undefined : text })),
    /** Replaces the filter and applies it at once. */
    set: (text: string) =>
      router.step(() => {
        router.look({ q: text === '' ? undefined : text });
        apply();
        remember();
      }),
    remember,
    apply,
    /** Removes filter and range at once. */
    clear: () =>
      router.step(() => {
        router.look({ q: undefined, range: undefined });
        apply();
      }),
    setRange: (next: TimeRange | undefined) => router.step(() => router.look({ range: next })),
    /** Moves one end of the range a little. */
    adjustRange: (next: TimeRange) => draftOf(() => router.look({ range: next })),
    fold: () => router.step(() => router.look({ raw: view.peek() === 'folded' ? true : undefined })),
    /** Restores the groups of another step of the history. */
    restore: (before: ToggledGroups) =>
      batch(() => {
        opened.value = before.opened;
        collapsed.value = before.collapsed;
        apply();
      }),
    /** Whether the frames of a group are shown, or will be once the pending list has arrived. */
    isOpened: (group: number) => opened.peek().includes(group),
    /** Whether the rows below a session or turn are hidden, or will be once the pending list has arrived. */
    isCollapsed: (group: number) => collapsed.peek().includes(group),
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
    history.value = [text, ...history.peek().filter((each) => each !== text)].slice(0, MAX_REMEMBERED);
  }
}

export type ViewFilter = ReturnType<typeof createViewFilter>;

/** Numbers of opened and of collapsed groups. */
export interface ToggledGroups {
  readonly opened: readonly number[];
  readonly collapsed: readonly number[];
}

/** Adds the time range to a filter as one more term, which binds more tightly than an "or" in the filter. */
export function filterWithin(q: string, range: TimeRange | undefined): string {
  return range ? combineFilters(q, `t:${range.from}us..${range.to}us`) : q;
}

/** Combines two filters: entries must match both. */
export const combineFilters = (one: string, other: string): string =>
  one === '' ? other : other === '' ? one : `(${one}) (${other})`;

const toggled = (numbers: readonly number[], number: number, isIn: boolean): readonly number[] => {
  const others = numbers.filter((each) => each !== number);
  return isIn ? [...others, number] : others;
};
