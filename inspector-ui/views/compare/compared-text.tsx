import { useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../text/size.ts';
import { foldSame, toDifference, type DiffLine } from '../../text/difference.ts';
import { VisibleRuns } from '../../components/visible-text.tsx';
import './compared-text.css';

/** Rows shown at first, and added with each press. */
const SHOWN = 200;

/**
 * Two texts, each line beside its changed line; on narrow pages below it. Wraps lines, unlike code, because most are
 * text of a model. Folds long unchanged stretches.
 */
export function ComparedText({ before, now }: { readonly before: string; readonly now: string }) {
  const { rows } = useMemo(() => toDifference(before, now), [before, now]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(SHOWN);
  const folded = foldSame(rows, opened);
  return (
    <div class="framed compared-text">
      {folded.slice(0, limit).map((row, index) =>
        row.kind === 'gap' ? (
          <button
            key={index}
            type="button"
            class="gap-button compared-gap"
            onClick={() => setOpened(new Set(opened).add(row.at))}
          >
            {formatCount(row.count)} lines the same
          </button>
        ) : (
          <div key={index} class="compared-line" data-kind={row.kind}>
            <Line side="before" line={row.left} />
            <Line side="now" line={row.right} />
          </div>
        ),
      )}
      {folded.length > limit && (
        <button type="button" class="gap-button compared-gap" onClick={() => setLimit(limit + 10 * SHOWN)}>
          {formatCount(folded.length - limit)} more lines
        </button>
      )}
    </div>
  );
}

function Line({ side, line }: { readonly side: 'before' | 'now'; readonly line: DiffLine | undefined }) {
  return (
    <div class="compared-words" data-side={side} data-none={line === undefined}>
      {line && <span class="visually-hidden">{side}: </span>}
      {line?.parts.map(({ text, isChanged }, index) =>
        isChanged ? (
          <mark key={index} class="compared-mark-words">
            <VisibleRuns text={text} />
          </mark>
        ) : (
          <VisibleRuns key={index} text={text} />
        ),
      )}
    </div>
  );
}
