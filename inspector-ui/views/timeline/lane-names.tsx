/** Whose side is where, above lanes that stand in the same place in every row. */
export function LaneNames({ class: name }: { class: string }) {
  return (['client', 'agent'] as const).map((party) => (
    <span key={party} class={name} data-of={party}>
      {party}
    </span>
  ));
}
