import { SIDES } from '#core/wire/entry.ts';

/** Names of the sides, above the lanes. */
export function LaneNames({ class: name }: { class: string }) {
  return SIDES.map((party) => (
    <span key={party} class={name} data-of={party}>
      {party}
    </span>
  ));
}
