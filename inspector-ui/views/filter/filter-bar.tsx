import { effect, useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { createSuggester } from '../../state/filter/suggester.ts';
import { toChips, toProblemRow, toRangeText, toShowing, withTerm } from './filter-rows.ts';
import { ProblemLine } from './problem-line.tsx';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import './filter-bar.css';

interface FilterBarProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  /** Whether it stands above timeline rows; other views show the number of hidden items themselves. */
  readonly isOfRows: boolean;
}

const SUGGESTIONS = 'filter-suggestions';

/** The filter field with suggestions, chips for common filters, and the number of shown entries. */
export function FilterBar({ inspector, opened, isOfRows }: FilterBarProps) {
  const { look, timeline } = opened;
  const field = useRef<HTMLInputElement>(null);
  const suggester = useMemo(() => createSuggester(look, opened.fieldValues), [opened, look]);
  const isOpen = useSignal(false);
  /** The text of the chosen item: values that arrive do not change the choice. */
  const chosen = useSignal<string | undefined>(undefined);
  const items = useComputed(() => (isOpen.value ? suggester.items.value : []));
  const active = useComputed(() => items.value.findIndex(({ text }) => text === chosen.value));

  // Before the next paint: the next keys are meant for the field.
  useLayoutEffect(() => {
    let answered = inspector.filterCalls.peek();
    return effect(() => {
      if (inspector.filterCalls.value === answered) return;
      answered = inspector.filterCalls.value;
      field.current?.focus();
      field.current?.select();
    });
  }, [inspector]);

  const suggestFor = (element: HTMLInputElement) => {
    suggester.at(element.value, element.selectionStart ?? element.value.length);
    chosen.value = undefined;
    isOpen.value = true;
  };
  const choose = (index: number) => {
    const completed = suggester.choose(index);
    if (!completed) return;
    look.type(completed.query);
    const element = field.current;
    if (!element) return;
    element.value = completed.query;
    element.focus();
    element.setSelectionRange(completed.cursor, completed.cursor);
    suggestFor(element);
  };
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => {
    const { length } = items.peek();
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (!isOpen.peek()) suggestFor(event.currentTarget);
        else {
          const next = (active.peek() + (event.key === 'ArrowDown' ? 1 : -1) + length) % length;
          chosen.value = items.peek()[next]?.text;
        }
        break;
      case 'Tab':
      case 'Enter':
        if (active.peek() >= 0) choose(active.peek());
        else if (event.key === 'Tab') return void (isOpen.value = false);
        else {
          look.set(event.currentTarget.value);
          isOpen.value = false;
          document.getElementById(opened.view.peek())?.focus();
        }
        break;
      case 'Escape':
        if (isOpen.peek() && length > 0) isOpen.value = false;
        else if (event.currentTarget.value !== '') look.set('');
        else event.currentTarget.blur();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  // Shows no error while there are suggestions: the user is still typing.
  const problem = items.value.length > 0 ? undefined : look.problem.value;
  const wrong = problem && toProblemRow(look.typed.value, problem);
  const range = look.range.value;
  const counts = timeline.counts.value;
  const isSearching = timeline.isLoading.value && look.q.value !== '' && timeline.list.value?.q !== look.q.value;
  return (
    <div class="head-line filter-bar" role="search" data-rows={isOfRows} aria-label="Filter">
      <div class="filter-box">
        <input
          ref={field}
          class="filter-field"
          type="text"
          role="combobox"
          aria-label="Filter"
          aria-autocomplete="list"
          aria-expanded={items.value.length > 0}
          aria-controls={SUGGESTIONS}
          aria-activedescendant={active.value >= 0 ? optionId(SUGGESTIONS, active.value) : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? 'filter-problem' : undefined}
          placeholder="Filter (/): method:session/* dur:>1s"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={look.typed.value}
          onInput={({ currentTarget }) => {
            look.type(currentTarget.value);
            suggestFor(currentTarget);
          }}
          onClick={({ currentTarget }) => suggestFor(currentTarget)}
          onBlur={() => {
            isOpen.value = false;
            look.remember();
          }}
          onKeyDown={press}
        />
        {look.typed.value !== '' && (
          <button type="button" class="filter-clear" aria-label="Clear the filter" onClick={() => look.set('')}>
            ×
          </button>
        )}
        <div class="filter-below">
          {wrong && <ProblemLine id="filter-problem" class="filter-problem" problem={wrong} />}
          <SuggestionList id={SUGGESTIONS} items={items.value} active={active.value} onChoose={choose} />
        </div>
      </div>
      <span class="filter-chips" role="group" aria-label="Usual filters">
        {range && (
          <button
            type="button"
            class="digits pill filter-range"
            title="Show all of the time"
            onClick={() => look.setRange(undefined)}
          >
            {toRangeText(range)} <span aria-hidden="true">×</span>
          </button>
        )}
        {toChips(look.typed.value).map(({ label, term, isOn }) => (
          <button
            key={label}
            type="button"
            class="hoverable pill filter-chip"
            aria-pressed={isOn}
            title={term}
            onClick={() => look.set(withTerm(look.typed.peek(), term))}
          >
            {label}
          </button>
        ))}
      </span>
      {isOfRows && (
        <>
          <span
            class="one-line aside digits filter-showing"
            role="status"
            aria-busy={isSearching || counts.searched !== undefined}
          >
            {toShowing({ ...counts, isSearching })}
          </span>
          <button
            type="button"
            class="plain-button"
            aria-pressed={look.view.value === 'raw'}
            title="Every frame in a row of its own (u)"
            onClick={look.fold}
          >
            Raw
          </button>
        </>
      )}
    </div>
  );
}
