/** Names of the sides, above the lanes. */
export function LaneNames({ class: name }: { class: string }) {
  return (['client', 'agent'] as const).map((party) => (
    <span key={party} class={name} data-of={party}>
      {party}
    </span>
  ));
}
