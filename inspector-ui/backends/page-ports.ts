import type { AddressPort } from './address-port.ts';
import type { QueryPort, SignInPorts } from './sign-in.ts';

/** The address bar. Keeps state in the browser's history, which survives a reload. */
export const addressPort: AddressPort = {
  hash: () => location.hash,
  kept: () => history.state as unknown,
  push: (hash, kept) => history.pushState(kept ?? null, '', hash),
  replace: (hash, kept) => history.replaceState(kept ?? null, '', hash),
  // Fires for links, the back button and typed addresses; not for `push` and `replace`.
  onChange: (changed) => addEventListener('popstate', changed),
};

/** The part of the address that the server received. */
export const queryPort: QueryPort = {
  read: () => location.search,
  drop: () => history.replaceState(history.state, '', location.pathname + location.hash),
};

const local = () => localStorage;
export const themePort = stored('acptap.theme', local);
export const columnsPort = stored('acptap.columns', local);
export const layoutPort = stored('acptap.layout', local);
export const marksPort = stored('acptap.marks', local);
/** For this tab only. Other tabs ask for the token; it disappears with the last tab. */
export const tokenPort: SignInPorts['kept'] = stored('acptap.token', () => sessionStorage);

/** A key in a browser storage. Stores nothing where the browser forbids it, as in a file without an origin. */
function stored(key: string, storage: () => Storage) {
  return {
    read: () => attempt(() => storage().getItem(key)) ?? null,
    write: (text: string) => attempt(() => storage().setItem(key, text)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
