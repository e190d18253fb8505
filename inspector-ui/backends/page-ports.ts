import type { AddressPort } from '../state/router.ts';
import type { ThemePort } from '../state/theme.ts';

/** The address bar. What is kept beside an address lies in the browser's history, which a reload leaves alone. */
export const addressPort: AddressPort = {
  hash: () => location.hash,
  kept: () => history.state as unknown,
  push: (hash) => history.pushState(null, '', hash),
  replace: (hash, kept) => history.replaceState(kept ?? null, '', hash),
  // Told for links, the back button and typed addresses; not for what the two above write.
  onChange: (changed) => addEventListener('popstate', changed),
};

const THEME = 'acptap.theme';

/** The browser's storage. Where it is not allowed, as in a file without an origin, nothing is remembered. */
export const themePort: ThemePort = {
  read: () => attempt(() => localStorage.getItem(THEME)) ?? null,
  write: (theme) => attempt(() => localStorage.setItem(THEME, theme)),
};

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
