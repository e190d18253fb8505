import { useEffect, useMemo } from 'preact/hooks';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { createUnmatchedTerms } from '../../state/filter/unmatched-terms.ts';
import { toSearchingText, toUnmatchedRow } from './filter-rows.ts';
import './nothing-found.css';

interface NothingFoundProps {
  readonly opened: OpenedRecording;
}

/** Replaces a list without hits, or without hits so far. */
export function NothingFound({ opened }: NothingFoundProps) {
  const { searched, entries } = opened.timeline.counts.value;
  if (searched === undefined) return <WhyNothing opened={opened} />;
  return <p class="nothing-found">{toSearchingText(searched, entries)}</p>; // screen readers get the line above the rows
}

/** Values of the filter that never occur, and suggested corrections. */
function WhyNothing({ opened }: NothingFoundProps) {
  const { look, fieldValues } = opened;
  const why = useMemo(() => createUnmatchedTerms(look.applied, fieldValues), [look, fieldValues]);
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
                <button type="button" class="link-button nothing-instead" onClick={() => look.set(instead.q)}>
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
