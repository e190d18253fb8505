import type { ProblemRow } from './filter-rows.ts';

interface ProblemLineProps {
  /** For `aria-describedby` of the field. */
  readonly id: string;
  readonly class: string;
  readonly problem: ProblemRow;
}

/** The mistake in a filter, with the wrong part of the typed text marked. */
export function ProblemLine({ id, class: name, problem: { before, wrong, after, message } }: ProblemLineProps) {
  return (
    <p id={id} class={name} role="alert">
      <span aria-hidden="true" class="filter-quote">
        {before}
        <mark>{wrong}</mark>
        {after}
      </span>{' '}
      {message}
    </p>
  );
}
