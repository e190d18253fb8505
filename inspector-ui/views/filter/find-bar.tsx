import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { focusableList } from '../../components/focus-soon.ts';
import type { View } from '../view.ts';
import { toFindStatus } from './find-rows.ts';
import { usePlaces } from './use-places.ts';
import './find-bar.css';

interface FindBarProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly view: View;
}

/** Searches what a view shows: the server frames and cards, because the page does not hold most of them. */
export function FindBar({ inspector, opened: { find, look }, view }: FindBarProps) {
  const label = `Find in ${view.finds}`;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const bar = useRef<HTMLDivElement>(null);
  usePlaces(find, view, bar);
  /** As with the keys, a press during a search continues from its hit. */
  const next = (step: 1 | -1) => inspector.perform(step === 1 ? 'next-hit' : 'previous-hit');
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') next(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      find.close();
      // The first that can have the focus in a list is the width of a column.
      (focusableList() ?? document.querySelector<HTMLElement>('.view [tabindex="0"]'))?.focus();
    } else return;
    event.preventDefault();
  };
  const status = toFindStatus(
    { hits: find.hits.value, places: find.places.value, place: find.place.value },
    view,
    look.q.value !== '',
  );
  return (
    <div ref={bar} class="head-line find-bar" role="search" aria-label={label}>
      <input
        ref={field}
        class="filter-field find-field"
        type="text"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        value={find.text.value}
        onInput={({ currentTarget }) => find.type(currentTarget.value)}
        onKeyDown={press}
      />
      <span class="one-line aside digits find-hits" role="status">
        {find.problem.value ?? status.count}
      </span>
      {status.aside !== '' && <span class="one-line aside digits">{status.aside}</span>}
      <button
        type="button"
        class="plain-button"
        aria-label="Previous hit"
        title="Previous hit (N)"
        onClick={() => next(-1)}
      >
        ↑
      </button>
      <button type="button" class="plain-button" aria-label="Next hit" title="Next hit (n)" onClick={() => next(1)}>
        ↓
      </button>
      <button type="button" class="plain-button" aria-label="Close" title="Close (Esc)" onClick={find.close}>
        ×
      </button>
    </div>
  );
}
