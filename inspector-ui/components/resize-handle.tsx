import { useSignal } from '@preact/signals';
import { widthAfterKey, type Edge, type Room } from './resize-keys.ts';
import './resize-handle.css';

interface ResizeHandleProps {
  /** The accessible name. */
  readonly label: string;
  readonly name: string;
  readonly class?: string;
  /** The edge of the resized box that the handle is on. */
  readonly edge: Edge;
  readonly least: number;
  readonly room: Room;
  /** Measures the room anew: before each change. */
  readonly measure: () => Room;
  readonly onResize: (width: number) => void;
  /** A change is complete. */
  readonly onSettle: () => void;
  /** Restores the default width. */
  readonly onReset: () => void;
}

/** The handle of an edge: drag it, move it by arrow keys, or reset it by a double click. Its parent is positioned. */
export function ResizeHandle({
  label,
  name,
  class: own = '',
  edge,
  least,
  room,
  measure,
  onResize,
  onSettle,
  onReset,
}: ResizeHandleProps) {
  const drag = useSignal<(Room & { readonly x: number }) | undefined>(undefined);
  const outward = edge === 'end' ? 1 : -1;

  const begin = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    drag.value = { x: event.clientX, ...measure() };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = ({ clientX }: PointerEvent) => {
    const from = drag.peek();
    if (from && clientX !== from.x) onResize(Math.min(from.width + outward * (clientX - from.x), from.most));
  };
  const end = () => {
    if (!drag.peek()) return;
    drag.value = undefined;
    onSettle();
  };
  const press = (event: KeyboardEvent) => {
    const next = widthAfterKey({ ...measure(), least, edge }, event);
    if (next === undefined) return;
    event.preventDefault();
    if (next === 'default') onReset();
    else onResize(next);
    onSettle();
  };
  return (
    <div
      class={`resize-handle ${own}`}
      role="separator"
      tabIndex={0}
      data-column={name}
      data-edge={edge}
      data-keys="own"
      data-dragged={drag.value !== undefined}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={room.most}
      aria-valuenow={room.width}
      aria-valuetext={`${room.width} pixels`}
      title="Drag, or ← and →; a double click or Enter restores the width"
      // Otherwise the press would take the focus, and so the arrow keys, from the list.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDblClick={onReset}
      onFocus={measure}
      onKeyDown={press}
    />
  );
}
