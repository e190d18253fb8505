import { effect, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import { toProblemRow } from '../filter/filter-rows.ts';
import { ProblemLine } from '../filter/problem-line.tsx';
import './search-field.css';

/** Searches all recordings. ↓ leads to the hits, Esc clears the field. */
export function SearchField({ inspector, onDown }: { inspector: Inspector; onDown: () => void }) {
  const { search } = inspector;
  const field = useRef<HTMLInputElement>(null);
  const isHidden = useRef(false);
  const focus = () => {
    field.current?.focus();
    field.current?.select();
  };
  // At once, because the next keys are meant for the field.
  useLayoutEffect(
    () =>
      effect(() => {
        if (inspector.searchCalls.value === 0) return;
        focus();
        isHidden.current = document.activeElement !== field.current;
      }),
    [inspector],
  );
  // After the next frame, which shows a hidden list.
  useSignalEffect(() => {
    if (inspector.searchCalls.value > 0 && isHidden.current) focus();
    isHidden.current = false;
  });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search.submit();
    else if (event.key === 'ArrowDown') onDown();
    else if (event.key === 'Escape') {
      if (search.typed.peek() === '') field.current?.blur();
      else search.type('');
    } else return;
    event.preventDefault();
  };
  const problem = search.problem.value;
  const wrong = problem && toProblemRow(search.typed.value, problem);
  return (
    <div class="search-all" role="search" aria-label="All recordings">
      <input
        ref={field}
        class="raised search-all-field"
        type="search"
        aria-label="Search all recordings"
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? 'search-problem' : undefined}
        placeholder="Search all recordings (s)"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={search.typed.value}
        onInput={({ currentTarget }) => search.type(currentTarget.value)}
        onKeyDown={press}
      />
      {wrong && <ProblemLine id="search-problem" class="aside search-problem" problem={wrong} />}
    </div>
  );
}
