import type { PermissionAsk } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from './card-context.ts';
import { SeqLink } from './seq-link.tsx';
import { toAskRow } from './tool-rows.ts';
import './ask-view.css';

/** A permission request, its options and the choice. Marks the chosen option in words too. */
export function AskView({ context, ask }: { context: CardContext; ask: PermissionAsk }) {
  const row = toAskRow(ask, context.isLive, context.held.seqs.has(ask.seq));
  return (
    <div class="framed ask" data-tone={row.tone} data-outcome={ask.outcome ?? 'open'}>
      <p class="ask-title">
        <bdi>{toVisibleLine(row.title)}</bdi>
        <SeqLink context={context} seq={ask.seq} />
      </p>
      {row.text !== undefined && (
        <p class="ask-text" dir="auto">
          {toVisibleLine(row.text)}
        </p>
      )}
      <ul class="plain-list ask-options" aria-label="Options">
        {row.options.map(({ id, name, tone, isChosen }) => (
          <li key={id} class="pill ask-option" data-tone={tone} data-chosen={isChosen}>
            {isChosen && <span aria-hidden="true">✓ </span>}
            <bdi>{toVisibleLine(name)}</bdi>
            {isChosen && <span class="visually-hidden"> (chosen)</span>}
          </li>
        ))}
      </ul>
      <p class="aside ask-outcome">
        {toVisibleLine(row.outcome)}
        {ask.answered !== null && <SeqLink context={context} seq={ask.answered} />}
      </p>
    </div>
  );
}
