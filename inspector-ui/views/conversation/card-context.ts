import { signal } from '@preact/signals';
import type { Seq } from '#core/wire/units.ts';

/** What every piece of a card may need of the view around it. */
export interface CardContext {
  readonly recording: string;
  readonly isLive: boolean;
  /** There is room for two texts side by side. */
  readonly isWide: boolean;
  readonly folds: Folds;
  /** Opens an entry beside the conversation. */
  readonly open: (seq: Seq) => void;
}

/** What was opened and closed by hand, by name. Kept apart from the elements: those go when they are scrolled out of sight. */
export function createFolds() {
  const chosen = signal<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (name: string, byDefault: boolean): boolean => chosen.value.get(name) ?? byDefault,
    set: (name: string, isOpen: boolean) => void (chosen.value = new Map(chosen.peek()).set(name, isOpen)),
  };
}

export type Folds = ReturnType<typeof createFolds>;
