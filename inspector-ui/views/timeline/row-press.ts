import { seqOf, type Seq } from '#core/units.ts';

interface RowBelow {
  readonly place: number;
  readonly seq: Seq;
}

/** The part of a row where the pointer was pressed. */
export interface Press extends RowBelow {
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

export function toPress(event: MouseEvent): Press | undefined {
  const row = rowBelow(event);
  if (!row) return undefined;
  const isOn = (part: string) => event.target instanceof Element && event.target.closest(part) !== null;
  const does = isOn('[data-toggle]') ? 'toggle' : isOn('[data-jump]') ? 'jump' : 'select';
  return { ...row, does, x: event.clientX, y: event.clientY };
}

/**
 * Returns the pressed row of a click: new rows may have moved another one below the pointer before the release.
 * A click by keyboard (`detail` 0) has no press.
 */
export function pressOf(click: MouseEvent, pressed: Press | undefined): Press | undefined {
  if (click.detail === 0 || !pressed) return toPress(click);
  const isSteady = Math.abs(click.clientX - pressed.x) <= STEADY && Math.abs(click.clientY - pressed.y) <= STEADY;
  return isSteady ? pressed : toPress(click);
}
