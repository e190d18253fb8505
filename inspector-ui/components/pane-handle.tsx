import { useSignal } from '@preact/signals';
import { ResizeHandle } from './resize-handle.tsx';
import type { Room } from './resize-keys.ts';
import type { Inspector } from '../state/shell/inspector.ts';
import { PANES, type Layout, type Pane } from '../state/page/layout.ts';
import './pane-handle.css';

/** The part of the window that a pane may take. */
const MAX_SHARE: Readonly<Record<Pane['name'], number>> = { recordings: 0.35, detail: 0.5 };

interface PaneHandleProps {
  readonly inspector: Inspector;
  readonly name: Pane['name'];
  readonly edge: 'start' | 'end';
  /** The element of the pane. */
  readonly pane: { readonly current: HTMLElement | null };
}

/** Changes the width of a pane. Hidden where panes stand below each other. */
export function PaneHandle({ inspector, name, edge, pane: element }: PaneHandleProps) {
  const { layout, resize, reset, keep } = inspector.layout;
  const pane = PANES[name];
  const room = useSignal<Room>({ width: layout.value[name] ?? pane.least, most: pane.most });
  const measure = (): Room => {
    const width = Math.round(element.current?.getBoundingClientRect().width ?? pane.least);
    return (room.value = { width, most: Math.max(Math.min(pane.most, innerWidth * MAX_SHARE[name]), width) });
  };
  return (
    <div class="pane-handle">
      <ResizeHandle
        label={pane.label}
        name={name}
        edge={edge}
        least={pane.least}
        room={room.value}
        measure={measure}
        onResize={(width) => resize(pane, width)}
        onSettle={() => {
          keep();
          measure();
        }}
        onReset={() => {
          reset(pane);
          measure();
        }}
      />
    </div>
  );
}

/** Sets the chosen widths as CSS properties: a drag changes the layout without rendering. */
export function setPaneWidths(style: CSSStyleDeclaration, layout: Layout): void {
  for (const { name } of Object.values(PANES)) {
    const width = layout[name];
    style.setProperty(`--pane-${name}`, width === undefined ? '' : `${width}px`);
  }
}
