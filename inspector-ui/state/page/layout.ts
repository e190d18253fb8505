import { signal, type ReadonlySignal } from '@preact/signals';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { createWidths, readWidths, type Resizable, type Widths } from './widths.ts';

/** How the list of recordings is divided. */
export const GROUPINGS = ['time', 'agent', 'folder', 'day', 'name'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** A pane with a width that the user can change. */
export interface Pane extends Resizable<'recordings' | 'detail'> {
  readonly label: string;
}

export const PANES: Readonly<Record<Pane['name'], Pane>> = {
  recordings: { name: 'recordings', label: 'Width of the list of recordings', least: 200, most: 640 },
  detail: { name: 'detail', label: 'Width of the detail', least: 300, most: 1100 },
};

/** The arrangement of the page, as the browser stores it. */
export interface Layout extends Widths<Pane['name']> {
  readonly grouping: Grouping;
  /** The list of recordings is collapsed. On narrow pages this has no effect. */
  readonly isListHidden: boolean;
}

/** Stores the layout. Both functions do nothing if the browser allows no storage. */
export interface LayoutPort {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** The arrangement of the page, the same for all recordings. */
export function createLayout(port: LayoutPort) {
  const layout = signal(parseLayout(port.read()));
  const keep = () => port.write(JSON.stringify(layout.peek()));
  const change = (next: Partial<Layout>) => {
    layout.value = { ...layout.peek(), ...next };
    keep();
  };
  return {
    layout: layout as ReadonlySignal<Layout>,
    group: (grouping: Grouping) => change({ grouping }),
    showList: () => layout.peek().isListHidden && change({ isListHidden: false }),
    toggleList: () => change({ isListHidden: !layout.peek().isListHidden }),
    ...createWidths<Pane['name'], Layout>(layout, keep),
  };
}

/** Never throws: ignores stored values that are no layout. */
function parseLayout(text: string | null): Layout {
  const parsed = parseJson(text ?? '');
  const stored = isObject(parsed) ? parsed : {};
  return {
    ...readWidths(Object.values(PANES), stored),
    grouping: GROUPINGS.find((each) => each === stored['grouping']) ?? 'time',
    isListHidden: stored['isListHidden'] === true,
  };
}
