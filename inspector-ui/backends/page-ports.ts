import type { ColumnsPort } from '../state/columns.ts';
import type { MarksPort } from '../state/marks.ts';
import type { AddressPort } from '../state/router.ts';
import type { ThemePort } from '../state/theme.ts';
import type { SignInPorts } from './sign-in.ts';

/** The address bar. What is kept beside an address lies in the browser's history, which a reload leaves alone. */
export const addressPort: AddressPort = {
  hash: () => location.hash,
  kept: () => history.state as unknown,
  push: (hash, kept) => history.pushState(kept ?? null, '', hash),
  replace: (hash, kept) => history.replaceState(kept ?? null, '', hash),
  // Told for links, the back button and typed addresses; not for what the two above write.
  onChange: (changed) => addEventListener('popstate', changed),
};

const local = () => localStorage;
export const themePort: ThemePort = stored('acptap.theme', local);
export const columnsPort: ColumnsPort = stored('acptap.columns', local);
export const marksPort: MarksPort = stored('acptap.marks', local);
/** Of this tab only: other tabs get the token by asking, and none of it stays when they are closed. */
export const tokenPort: SignInPorts['kept'] = stored('acptap.token', () => sessionStorage);

/** A place in one of the browser's storages. Where that is not allowed, as in a file without an origin, nothing is remembered. */
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
