import { signal, type ReadonlySignal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Where a choice is remembered; either may do nothing where the browser allows no storage. */
export interface ThemePort {
  readonly read: () => string | null;
  readonly write: (theme: Theme) => void;
}

/** Light, dark, or as the system is. */
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
