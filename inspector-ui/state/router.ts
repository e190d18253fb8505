import { signal, type ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/wire/units.ts';
import type { Later } from '../backends/backend.ts';

/** What the address names: nothing, a recording, an entry of one, or what was found in one. */
export interface Route {
  readonly recording?: string;
  /** Also kept, but not written, while the findings are looked at: the way back to the timeline leads to it. */
  readonly seq?: Seq;
  readonly view?: 'findings';
}

export interface AddressPort {
  readonly hash: () => string;
  readonly push: (hash: string) => void;
  readonly replace: (hash: string) => void;
  readonly onChange: (changed: () => void) => void;
}

/** Browsers refuse more than some 200 history changes in 10 s; a held arrow key makes 300. */
const WRITE_EVERY_MS = 150;

/**
 * The address as a signal: `#/r/<recording>/e/<seq>`, `#/r/<recording>/findings`. Another recording or view is a step of the history;
 * another entry is not.
 */
export function createRouter(address: AddressPort, later: Later) {
  const route = signal(parseRoute(address.hash()));
  const visits = signal(0);
  let cancelWrite: (() => void) | undefined;

  const write = () => {
    cancelWrite = undefined;
    address.replace(renderRoute(route.peek()));
  };
  const flush = () => {
    if (!cancelWrite) return;
    cancelWrite();
    write();
  };

  address.onChange(() => {
    cancelWrite?.();
    cancelWrite = undefined;
    route.value = withEntryOf(route.peek(), parseRoute(address.hash()));
    visits.value += 1;
  });

  const go = (next: Route) => {
    flush();
    route.value = next;
    address.push(renderRoute(next));
  };

  return {
    route: route as ReadonlySignal<Route>,
    /** How often the address was changed by a link, by hand, or by going back. */
    visits: visits as ReadonlySignal<number>,
    go,
    open: (recording: string | undefined) => go(recording === undefined ? {} : { recording }),
    /** Names another entry of the same recording; written a moment later, as entries may pass quickly. */
    select: (seq: Seq | undefined) => {
      const { recording } = route.peek();
      if (recording === undefined || route.peek().seq === seq) return;
      route.value = seq === undefined ? { recording } : { recording, seq };
      cancelWrite ??= later(WRITE_EVERY_MS, write);
    },
  };
}

export type Router = ReturnType<typeof createRouter>;

/** The same recording and entry in the other view. */
export function inOtherView({ view, ...route }: Route): Route {
  return view === undefined ? { ...route, view: 'findings' } : route;
}

export function renderRoute({ recording, seq, view }: Route): string {
  if (recording === undefined) return '#/';
  const of = `#/r/${encodeURIComponent(recording)}`;
  if (view !== undefined) return `${of}/${view}`;
  return seq === undefined ? of : `${of}/e/${seq}`;
}

/** Total: an address that names nothing we know is the empty route. */
export function parseRoute(hash: string): Route {
  const [, encoded, digits, view] = /^#\/r\/([^/]+)(?:\/e\/(\d{1,15})|\/(findings))?$/.exec(hash) ?? [];
  if (encoded === undefined) return {};
  try {
    const recording = decodeURIComponent(encoded);
    if (view !== undefined) return { recording, view: 'findings' };
    return digits === undefined ? { recording } : { recording, seq: seqOf(Number(digits)) };
  } catch {
    return {}; // `%` without its digits.
  }
}

function withEntryOf(before: Route, route: Route): Route {
  const { recording, view } = route;
  const isSame = view !== undefined && recording === before.recording && before.seq !== undefined;
  return isSame ? { ...route, seq: before.seq } : route;
}
