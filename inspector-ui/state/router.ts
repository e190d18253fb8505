import { signal, type ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/wire/units.ts';
import type { Later } from '../backends/backend.ts';

/** What the address names: nothing, a recording, or an entry of one. */
export interface Route {
  readonly recording?: string;
  readonly seq?: Seq;
}

export interface AddressPort {
  readonly hash: () => string;
  readonly push: (hash: string) => void;
  readonly replace: (hash: string) => void;
  readonly onChange: (changed: () => void) => void;
}

/** Browsers refuse more than some 200 history changes in 10 s; a held arrow key makes 300. */
const WRITE_EVERY_MS = 150;

/** The address as a signal: `#/r/<recording>/e/<seq>`. Another recording is a step back; another entry is not. */
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
    route.value = parseRoute(address.hash());
    visits.value += 1;
  });

  return {
    route: route as ReadonlySignal<Route>,
    /** How often the address was changed by a link, by hand, or by going back. */
    visits: visits as ReadonlySignal<number>,
    open: (recording: string | undefined) => {
      flush();
      route.value = recording === undefined ? {} : { recording };
      address.push(renderRoute(route.peek()));
    },
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

export function renderRoute({ recording, seq }: Route): string {
  if (recording === undefined) return '#/';
  return `#/r/${encodeURIComponent(recording)}${seq === undefined ? '' : `/e/${seq}`}`;
}

/** Total: an address that names nothing we know is the empty route. */
export function parseRoute(hash: string): Route {
  const [, encoded, digits] = /^#\/r\/([^/]+)(?:\/e\/(\d{1,15}))?$/.exec(hash) ?? [];
  if (encoded === undefined) return {};
  try {
    const recording = decodeURIComponent(encoded);
    return digits === undefined ? { recording } : { recording, seq: seqOf(Number(digits)) };
  } catch {
    return {}; // `%` without its digits.
  }
}
