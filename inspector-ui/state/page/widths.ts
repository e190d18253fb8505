import type { Signal } from '@preact/signals';
import { clamp } from '#core/clamp.ts';
import type { JsonObject } from '#core/json/json.ts';

/** A part of the page with a width that the user can change, in pixels. */
export interface Resizable<Name extends string> {
  readonly name: Name;
  /** Limits of the width: less hides the part's content, more hides its neighbours. */
  readonly least: number;
  readonly most: number;
}

/** Widths that the user has chosen, in pixels. The style sheet has the default widths. */
export type Widths<Name extends string> = { readonly [name in Name]?: number };

/** Changes the widths in `chosen`, which may have other members. `keep` stores them. */
export const createWidths = <Name extends string, Chosen extends Widths<Name>>(
  chosen: Signal<Chosen>,
  keep: () => void,
) => ({
  /** Sets a width, within its limits. Does not store it, as a drag has many steps: call `keep` at the end. */
  resize: (part: Resizable<Name>, width: number): void => {
    chosen.value = { ...chosen.peek(), [part.name]: within(part, width) };
  },
  /** Restores the default width. */
  reset: ({ name }: Resizable<Name>): void => {
    const { [name]: _, ...others } = chosen.peek();
    chosen.value = others as Chosen; // each width may be missing
    keep();
  },
  keep,
});

const within = ({ least, most }: Resizable<string>, width: number) => Math.round(clamp(width, least, most));

/** Reads the widths of parts, within their limits. Ignores stored values that are not widths. */
export function readWidths<Name extends string>(parts: readonly Resizable<Name>[], stored: JsonObject): Widths<Name> {
  const known = parts.flatMap((part) => {
    const width = stored[part.name];
    return typeof width === 'number' && Number.isFinite(width) ? [[part.name, within(part, width)] as const] : [];
  });
  return Object.fromEntries(known) as Widths<Name>; // names of parts only
}
