import type { ProblemRow } from './filter-rows.ts';

interface ProblemLineProps {
  /** For `aria-describedby` of the field. */
  readonly id: string;
  readonly class: string;
  readonly problem: ProblemRow;
}

/** What is wrong with a filter, with the wrong part marked in the words that were typed. */
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
