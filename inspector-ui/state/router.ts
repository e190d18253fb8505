import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { Seq } from '#core/wire/units.ts';
import type { Later } from '../backends/backend.ts';
import { parseRoute, renderRoute, type Compared, type Look, type Route, type ViewName } from './route.ts';

export interface AddressPort {
  readonly hash: () => string;
  /** What was kept with the address, also over a reload; undefined where there is nothing. */
  readonly kept: () => unknown;
  readonly push: (hash: string, kept: unknown) => void;
  readonly replace: (hash: string, kept: unknown) => void;
  readonly onChange: (changed: () => void) => void;
}

/** Browsers refuse more than some 200 history changes in 10 s; a held arrow key makes 300. */
const WRITE_EVERY_MS = 150;

/** More steps than this within STEPS_MS are those of a key that is held down: they are written like scrolling. */
const MAX_STEPS = 30;
const STEPS_MS = 5000;

/**
 * The address as a signal. What one would go back from is a step of the history: another recording or view, an entry that is opened or
 * jumped to, a filter. What passes on the way is not: rows that the arrows move over, scrolling, letters.
 * Beside the address something can be kept that nobody wants in a link: how far the list is scrolled, whether the detail is open.
 */
export function createRouter(address: AddressPort, later: Later) {
  const route = signal(parseRoute(address.hash()));
  const visit = signal<Visit | undefined>(undefined);
  let steps = 0;
  let mark = 0;
  let kept = address.kept();
  let cancelWrite: (() => void) | undefined;

  const write = () => {
    cancelWrite = undefined;
    address.replace(renderRoute(route.peek()), kept);
  };
  const writeSoon = () => void (cancelWrite ??= later(WRITE_EVERY_MS, write));
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
    later(STEPS_MS, () => void (steps -= 1));
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
    /** The last time the address was changed by a link, by hand, or by going back. */
    visit: visit as ReadonlySignal<Visit | undefined>,
    go,
    /**
     * Makes a change a step of the history, if it changes the address or returns true. With the new place is kept what `keptNow` gives
     * after the change, or else what was kept before.
     */
    step: (change: () => boolean | void, keptNow?: () => unknown) => {
      flush();
      const before = renderRoute(route.peek());
      if (batch(change) !== true && renderRoute(route.peek()) === before) return;
      if (keptNow) kept = keptNow();
      push();
    },
    /** Another number after each step and each visit. */
    mark: () => mark,
    /** The recording to begin with: no step, as nobody has chosen it. */
    begin: (recording: string) => {
      route.value = { recording };
      write();
    },
    open: (recording: string | undefined) => go(recording === undefined ? {} : { recording }),
    /** The same place in another view. */
    show: (view: ViewName) => {
      if ((route.peek().view ?? 'timeline') !== view) go(inView(route.peek(), view));
    },
    /** Names another entry of the same recording; written a moment later, as entries may pass quickly. */
    select: (seq: Seq | undefined) => {
      const { seq: before, ...rest } = route.peek();
      if (rest.recording === undefined || before === seq) return;
      route.value = seq === undefined ? rest : { ...rest, seq };
      writeSoon();
    },
    /** Changes what is shown of the recording: members that are undefined are taken back. */
    look: (look: { readonly [member in keyof Look]?: Look[member] | undefined }) => {
      const { recording } = route.peek();
      if (recording === undefined) return;
      const members = Object.entries({ ...route.peek(), ...look }).filter(([, value]) => value !== undefined);
      route.value = Object.fromEntries(members); // the same members, without those that are taken back
      writeSoon();
    },
    /** Chooses what is compared; a step of the history. */
    compare: (compared: Compared) => go({ ...route.peek(), compared }),
    /** What `keep` was last told at this place of the history. */
    kept: () => kept,
    keep: (something: unknown) => {
      kept = something;
      writeSoon();
    },
  };
}

/** What was kept with the address that was visited; undefined for a link. */
interface Visit {
  readonly kept: unknown;
}

export type Router = ReturnType<typeof createRouter>;

/** The same recording, entry and filter in another view. */
export function inView(route: Route, view: ViewName): Route {
  const { view: _, ...rest } = route;
  return view === 'timeline' ? rest : { ...rest, view };
}
