import type { ColumnsPort } from '../state/columns.ts';
import type { MarksPort } from '../state/marks.ts';
import type { AddressPort } from '../state/router.ts';
import type { ThemePort } from '../state/theme.ts';

/** The address bar. What is kept beside an address lies in the browser's history, which a reload leaves alone. */
export const addressPort: AddressPort = {
  hash: () => location.hash,
  kept: () => history.state as unknown,
  push: (hash, kept) => history.pushState(kept ?? null, '', hash),
  replace: (hash, kept) => history.replaceState(kept ?? null, '', hash),
  // Told for links, the back button and typed addresses; not for what the two above write.
  onChange: (changed) => addEventListener('popstate', changed),
};

export const themePort: ThemePort = stored('acptap.theme');
export const columnsPort: ColumnsPort = stored('acptap.columns');
export const marksPort: MarksPort = stored('acptap.marks');

/** A place in the browser's storage. Where that is not allowed, as in a file without an origin, nothing is remembered. */
function stored(key: string) {
  return {
    read: () => attempt(() => localStorage.getItem(key)) ?? null,
    write: (text: string) => attempt(() => localStorage.setItem(key, text)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
