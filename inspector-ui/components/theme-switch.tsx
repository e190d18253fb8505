import type { Inspector } from '../state/shell/inspector.ts';
import { THEMES, type Theme } from '../state/shell/theme.ts';

const ICONS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };
const WORDS: Readonly<Record<Theme, string>> = {
  system: 'Colours as the system has them',
  light: 'Light colours',
  dark: 'Dark colours',
};

/** A press changes to the next theme: system, light, dark. */
export function ThemeSwitch({ inspector: { theme } }: { inspector: Inspector }) {
  const current = theme.theme.value;
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      class="plain-button theme-switch"
      aria-label={WORDS[current]}
      title={`${WORDS[current]}. Press for: ${WORDS[next].toLowerCase()}`}
      onClick={() => theme.choose(next)}
    >
      <span aria-hidden="true">{ICONS[current]}</span>
    </button>
  );
}
