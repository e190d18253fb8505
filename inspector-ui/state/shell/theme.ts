import { signal, type ReadonlySignal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Stores the choice. Both functions do nothing if the browser allows no storage. */
export interface ThemePort {
  readonly read: () => string | null;
  readonly write: (theme: Theme) => void;
}

/** Light, dark, or the system's setting. */
export function createTheme(port: ThemePort) {
  const stored = port.read();
  const theme = signal<Theme>(THEMES.find((each) => each === stored) ?? 'system');
  return {
    theme: theme as ReadonlySignal<Theme>,
    choose: (next: Theme) => {
      theme.value = next;
      port.write(next);
    },
  };
}
