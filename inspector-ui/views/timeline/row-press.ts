import { seqOf, type Seq } from '#core/units.ts';

interface RowBelow {
  readonly place: number;
  readonly seq: Seq;
}

/** The part of a row where the pointer was pressed. */
export interface RowPress extends RowBelow {
  readonly does: 'toggle' | 'jump' | 'select';
  readonly x: number;
  readonly y: number;
}

/** A pointer that moved farther, in pixels, has selected text. */
const STEADY = 6;

/** Returns the row of an event's target; undefined outside rows and on a row that is being fetched. */
export function rowBelow({ target }: Event): RowBelow | undefined {
  const row = target instanceof Element ? target.closest('[data-place]') : null;
  const [place, seq] = [row?.getAttribute('data-place'), row?.getAttribute('data-seq')];
  return place && seq ? { place: Number(place), seq: seqOf(Number(seq)) } : undefined;
}

export function toPress(event: MouseEvent): RowPress | undefined {
  const row = rowBelow(event);
  if (!row) return undefined;
  const isOn = (part: string) => event.target instanceof Element && event.target.closest(part) !== null;
  const does = isOn('[data-toggle]') ? 'toggle' : isOn('[data-jump]') ? 'jump' : 'select';
  return { ...row, does, x: event.clientX, y: event.clientY };
}

/**
 * Returns what the release of a mouse button acts on: the pressed row, because new rows may have moved another one below
 * the pointer, and undefined if the pointer moved to another row.
 */
export function pressOnRelease(event: MouseEvent, pressed: RowPress | undefined): RowPress | undefined {
  if (!pressed || event.button !== 0) return undefined;
  const isSteady = Math.abs(event.clientX - pressed.x) <= STEADY && Math.abs(event.clientY - pressed.y) <= STEADY;
  return isSteady || rowBelow(event)?.seq === pressed.seq ? pressed : undefined;
}
