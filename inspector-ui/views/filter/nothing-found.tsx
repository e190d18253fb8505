import { useEffect, useMemo } from 'preact/hooks';
import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { createWhyNothing } from '../../state/why-nothing.ts';
import { toUnmatchedRow } from './filter-rows.ts';
import './nothing-found.css';

/** In place of a list of which the filter leaves nothing: which values it asks for that nothing has, and the way out. */
export function NothingFound({ inspector, of }: { inspector: Inspector; of: Opened }) {
  const { look, recording } = of;
  const why = useMemo(() => createWhyNothing(recording, look.applied, inspector.backend), [inspector, recording, look]);
  useEffect(() => why.dispose, [why]);
  return (
    <div class="nothing-found" role="status">
      <p>Nothing in this recording matches the filter.</p>
      {why.terms.value.map((term) => {
        const { text, instead } = toUnmatchedRow(look.applied.value, term);
        return (
          <p key={term.at}>
            {text}
            {instead && (
              <>
                {' Did you mean '}
                <button type="button" class="nothing-instead" onClick={() => look.set(instead.q)}>
                  {instead.term}
                </button>
                ?
              </>
            )}
          </p>
        );
      })}
      <button type="button" class="plain-button" onClick={look.clear}>
        Show everything
      </button>
    </div>
  );
}
