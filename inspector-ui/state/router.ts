import { signal, type ReadonlySignal } from '@preact/signals';
import type { Seq } from '#core/wire/units.ts';
import type { Later } from '../backends/backend.ts';
import { parseRoute, renderRoute, type Compared, type Look, type Route, type ViewName } from './route.ts';

export interface AddressPort {
  readonly hash: () => string;
  /** What was kept with the address, also over a reload; undefined where there is nothing. */
  readonly kept: () => unknown;
  readonly push: (hash: string) => void;
  readonly replace: (hash: string, kept: unknown) => void;
  readonly onChange: (changed: () => void) => void;
}

/** Browsers refuse more than some 200 history changes in 10 s; a held arrow key makes 300. */
const WRITE_EVERY_MS = 150;

/**
 * The address as a signal. Another recording or view is a step of the history; another entry or filter is not.
 * Beside the address something can be kept that nobody wants in a link: how far the list is scrolled.
 */
export function createRouter(address: AddressPort, later: Later) {
  const route = signal(parseRoute(address.hash()));
  const visits = signal(0);
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

  address.onChange(() => {
    cancelWrite?.();
    cancelWrite = undefined;
    kept = address.kept();
    route.value = parseRoute(address.hash());
    visits.value += 1;
  });

  const go = (next: Route) => {
    flush();
    kept = undefined;
    route.value = next;
    address.push(renderRoute(next));
  };

  return {
    route: route as ReadonlySignal<Route>,
    /** How often the address was changed by a link, by hand, or by going back. */
    visits: visits as ReadonlySignal<number>,
    go,
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

export type Router = ReturnType<typeof createRouter>;

/** The same recording, entry and filter in another view. */
export function inView(route: Route, view: ViewName): Route {
  const { view: _, ...rest } = route;
  return view === 'timeline' ? rest : { ...rest, view };
}
