import { useState } from 'preact/hooks';
import { formatCount } from '../../text/size.ts';
import type { TurnView } from './compare-rows.ts';
import type { Places } from './compared-row.tsx';
import { ComparedTurnView } from './compared-turn.tsx';
import { toTurnList } from './turn-list.ts';
import './compared-turns.css';

interface ComparedTurnsProps extends Places {
  readonly turns: readonly TurnView[];
}

/** Turns listed at first, and added with each press. */
const SHOWN = 100;

/** All turns of a comparison. Merges equal turns between different ones into one line. */
export function ComparedTurns({ turns, ...places }: ComparedTurnsProps) {
  const [limit, setLimit] = useState(SHOWN);
  const { items, more } = toTurnList(turns, limit);
  return (
    <>
      {items.map((item) =>
        item.kind === 'turn' ? (
          <ComparedTurnView key={item.key} {...places} turn={item.turn} />
        ) : (
          <RunOfTurns key={item.key} {...places} label={item.label} turns={item.turns} />
        ),
      )}
      {more > 0 && (
        <button type="button" class="plain-button" data-stop="more" onClick={() => setLimit(limit + SHOWN)}>
          {formatCount(more)} more that {more === 1 ? 'differs' : 'differ'}
        </button>
      )}
    </>
  );
}

function RunOfTurns({ label, turns, ...places }: ComparedTurnsProps & { readonly label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [limit, setLimit] = useState(SHOWN);
  return (
    <>
      <button
        type="button"
        class="framed hoverable compared-turns-run"
        data-stop="run"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span class="compared-mark" aria-hidden="true">
          =
        </span>
        {label}
      </button>
      {isOpen && turns.slice(0, limit).map((turn) => <ComparedTurnView key={turn.key} {...places} turn={turn} />)}
      {isOpen && turns.length > limit && (
        <button type="button" class="plain-button" data-stop="more" onClick={() => setLimit(limit + SHOWN)}>
          {formatCount(turns.length - limit)} more
        </button>
      )}
    </>
  );
}
