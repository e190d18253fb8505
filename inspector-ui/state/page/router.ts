import { batch, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Seq } from '#core/units.ts';
import type { AddressPort } from '../../backends/address-port.ts';
import type { StartTimer } from '../../backends/backend.ts';
import { parseRoute, renderRoute, type Compared, type EntrySelection, type Route, type ViewName } from './route.ts';

/** Browsers refuse more than some 200 history changes in 10 s; a held arrow key makes 300. */
const WRITE_EVERY_MS = 150;

/** More steps than this within STEPS_MS come from a held key: they replace the address instead of adding steps. */
const MAX_STEPS = 30;
const STEPS_MS = 5000;

/**
 * The address as a signal. Steps of the history are changes that a user would undo: another recording or view, an
 * opened entry, a jump, a filter. Moving with arrow keys, scrolling and single letters are not steps.
 * Keeps state beside the address that does not belong in a link: scroll position, whether the detail is open.
 */
export function createRouter(address: AddressPort, startTimer: StartTimer) {
  const route = signal(parseRoute(address.hash()));
  /** The view of the open recording, or of the last one while the list is alone. */
  const viewToOpen = signal(route.peek().view);
  effect(() => {
    if (route.value.recording !== undefined) viewToOpen.value = route.value.view;
  });
  const visit = signal<Visit | undefined>(undefined);
  let steps = 0;
  let mark = 0;
  let kept = address.kept();
  let cancelWrite: (() => void) | undefined;

  const write = () => {
    cancelWrite = undefined;
    address.replace(renderRoute(route.peek()), kept);
  };
  const writeSoon = () => void (cancelWrite ??= startTimer(WRITE_EVERY_MS, write));
  const flush = () => {
    if (!cancelWrite) return;
    cancelWrite();
    write();
  };

  const push = () => {
    cancelWrite?.();
    cancelWrite = undefined;
    mark += 1;
    if (steps >= MAX_STEPS) return writeSoon();
    steps += 1;
    startTimer(STEPS_MS, () => void (steps -= 1));
    address.push(renderRoute(route.peek()), kept);
  };

  address.onChange(() => {
    cancelWrite?.();
    cancelWrite = undefined;
    mark += 1;
    const found = address.kept() ?? undefined;
    kept = found;
    batch(() => {
      route.value = parseRoute(address.hash());
      visit.value = { kept: found };
    });
  });

  const go = (next: Route) => {
    flush();
    kept = undefined;
    route.value = next;
    push();
  };

  return {
    route: route as ReadonlySignal<Route>,
    /** The view in which another recording opens. */
    viewToOpen: viewToOpen as ReadonlySignal<Route['view']>,
    /** Changes when a link, the user or the back button changes the address. */
    visit: visit as ReadonlySignal<Visit | undefined>,
    go,
    /**
     * Runs a change. Adds a step to the history if the address changed or `change` returned true. The new step keeps
     * the result of `keptNow`, called after the change; by default the state kept before.
     */
    step: (change: () => boolean | void, keptNow?: () => unknown) => {
      flush();
      const before = renderRoute(route.peek());
      if (batch(change) !== true && renderRoute(route.peek()) === before) return;
      if (keptNow) kept = keptNow();
      push();
    },
    /** A number that changes with each step and each visit. */
    mark: () => mark,
    /** Shows the first recording. Not a step, because the user did not choose it. */
    begin: (recording: string) => {
      route.value = { recording };
      write();
    },
    /** Opens another recording in the same view; undefined shows the list alone. */
    open: (recording: string | undefined) => {
      const view = viewToOpen.peek();
      go(recording === undefined ? {} : { recording, ...(view && { view }) });
    },
    /** Shows another view of the same recording and entry. */
    show: (view: ViewName) => {
      if ((route.peek().view ?? 'timeline') !== view) go(inView(route.peek(), view));
    },
    /** Selects another entry. Writes the address a moment later, as the selection may move quickly. */
    select: (seq: Seq | undefined) => {
      const { seq: before, ...rest } = route.peek();
      if (rest.recording === undefined || before === seq) return;
      route.value = seq === undefined ? rest : { ...rest, seq };
      writeSoon();
    },
    /** Changes members of the look. Undefined removes a member. */
    look: (look: { readonly [member in keyof EntrySelection]?: EntrySelection[member] | undefined }) => {
      const { recording } = route.peek();
      if (recording === undefined) return;
      const members = Object.entries({ ...route.peek(), ...look }).filter(([, value]) => value !== undefined);
      route.value = Object.fromEntries(members); // a Route: the same members without the removed ones
      writeSoon();
    },
    /** Chooses what is compared; a step of the history. */
    compare: (compared: Compared) => go({ ...route.peek(), compared }),
    /** The state that `keep` stored last for this step. */
    kept: () => kept,
    keep: (something: unknown) => {
      kept = something;
      writeSoon();
    },
  };
}

/** The state kept with the visited address; undefined for a link. */
interface Visit {
  readonly kept: unknown;
}

export type Router = ReturnType<typeof createRouter>;

/** Returns the route of another view with the same recording, entry and filter. */
export function inView(route: Route, view: ViewName): Route {
  const { view: _, ...rest } = route;
  return view === 'timeline' ? rest : { ...rest, view };
}
