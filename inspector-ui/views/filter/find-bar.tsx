import { useLayoutEffect, useRef } from 'preact/hooks';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCount } from '../../text/size.ts';
import './find-bar.css';

/** Searches the text of frames. The server does this, because the page does not hold most frames. */
export function FindBar({ of: { find, look } }: { of: OpenedRecording }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void find.next(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      find.close();
      document.getElementById('timeline')?.focus();
    } else return;
    event.preventDefault();
  };
  const hits = find.hits.value;
  const within = look.q.value === '' ? '' : ' in what the filter shows';
  return (
    <div class="head-line find-bar" role="search" aria-label="Find in frames">
      <input
        ref={field}
        class="filter-field find-field"
        type="text"
        aria-label="Find in the text of frames"
        placeholder="Find in the text of frames"
        autocomplete="off"
        spellcheck={false}
        value={find.text.value}
        onInput={({ currentTarget }) => find.type(currentTarget.value)}
        onKeyDown={press}
      />
      <span class="one-line aside digits find-hits" role="status">
        {find.problem.value ??
          (hits &&
            (hits.count === 0
              ? `Nothing found${within}`
              : `${formatCount(hits.ordinal)} of ${formatCount(hits.count)}${within}`))}
      </span>
      <button
        type="button"
        class="plain-button"
        aria-label="Hit before"
        title="Hit before (N)"
        onClick={() => void find.next(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="plain-button"
        aria-label="Next hit"
        title="Next hit (n)"
        onClick={() => void find.next(1)}
      >
        ↓
      </button>
      <button type="button" class="plain-button" aria-label="Close" title="Close (Esc)" onClick={find.close}>
        ×
      </button>
    </div>
  );
}
