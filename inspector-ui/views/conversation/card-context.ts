import { signal } from '@preact/signals';
import type { HeldEntries } from '../../text/intervention.ts';
import type { Seq } from '#core/units.ts';

/** State of the view that the parts of a card use. */
export interface CardContext {
  readonly recording: string;
  readonly isLive: boolean;
  readonly held: HeldEntries;
  /** Whether two texts fit side by side. */
  readonly isWide: boolean;
  readonly folds: Folds;
  /** The text of Find, if Find is at this card or searches the whole view: opens the folded parts that may have it. */
  readonly sought?: string;
  /** Opens an entry beside the conversation. */
  readonly open: (seq: Seq) => void;
  /** Shows a file in the view Files; missing there. */
  readonly openFile?: (path: string) => void;
}

/** Folds that the user opened or closed, by name. Kept outside the elements, which disappear when scrolled away. */
export function createFolds() {
  const chosen = signal<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (name: string, byDefault: boolean): boolean => chosen.value.get(name) ?? byDefault,
    set: (name: string, isOpen: boolean) => void (chosen.value = new Map(chosen.peek()).set(name, isOpen)),
  };
}

/** The name of a fold. Find has folds of its own: what the user closed before opens for each text. */
export const foldName = (name: string, { sought }: CardContext): string =>
  sought === undefined ? name : `${name}?${sought}`;

export type Folds = ReturnType<typeof createFolds>;
