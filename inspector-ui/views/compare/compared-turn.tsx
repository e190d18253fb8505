import { useState } from 'preact/hooks';
import { formatCount } from '../../text/size.ts';
import type { TurnView } from './compare-rows.ts';
import { ComparedRow, type Places } from './compared-row.tsx';
import './compared-turn.css';

interface ComparedTurnProps extends Places {
  readonly turn: TurnView;
}

/** Rows shown at first, and added with each press. */
const SHOWN = 100;

/** A turn of both sides: equal steps folded, different steps open. One line if the turn has no differences. */
export function ComparedTurnView({ turn, ...props }: ComparedTurnProps) {
  const [isOpen, setIsOpen] = useState(turn.isOpen);
  const [limit, setLimit] = useState(SHOWN);
  return (
    <section class="framed compared-turn" data-same={turn.isSame}>
      <h3 class="compared-head">
        <button
          type="button"
          class="bare-button hoverable compared-fold"
          data-stop="turn"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span class="compared-mark" aria-hidden="true">
            {turn.isSame ? '=' : '≠'}
          </span>
          <span class="compared-name">{turn.name}</span>
          <span class="one-line compared-title">{turn.title}</span>
          <span class="aside compared-counts">
            {turn.isSame ? `the same · ${turn.counts}` : turn.counts}
            {turn.timing && <span class="compared-timing"> · {turn.timing}</span>}
          </span>
        </button>
      </h3>
      {isOpen && (
        <>
          <Figures figures={turn.figures} />
          <ol class="plain-list">
            {turn.rows.slice(0, limit).map((row) => (
              <ComparedRow key={row.key} {...props} row={row} />
            ))}
          </ol>
          {turn.rows.length > limit && (
            <button type="button" class="plain-button compared-more" onClick={() => setLimit(limit + SHOWN)}>
              {formatCount(turn.rows.length - limit)} more
            </button>
          )}
          {turn.missing !== '' && <p class="aside compared-missing">{turn.missing}</p>}
        </>
      )}
    </section>
  );
}

function Figures({ figures }: Pick<TurnView, 'figures'>) {
  if (figures.length === 0) return null;
  return (
    <table class="digits compared-figures">
      <thead>
        <tr>
          <td />
          {figures.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['before', 'now'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{side}</th>
            {figures.map((figure) => (
              <td key={figure.name}>{figure[side] || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
