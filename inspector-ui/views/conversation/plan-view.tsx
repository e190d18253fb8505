import type { Plan } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toPlanMark } from './conversation-rows.ts';
import { MarkdownView } from './markdown-view.tsx';
import './plan-view.css';

/** The plan at the end of the turn: a checklist, or the agent's text. */
export function PlanView({ plan }: { plan: Plan }) {
  const { items, text, uri, isRemoved } = plan;
  return (
    <div class="plan" data-removed={isRemoved}>
      {isRemoved && <p class="card-nothing">The agent took this plan back.</p>}
      {items.length > 0 && (
        <ul class="plain-list">
          {items.map((item, index) => {
            const { mark, label, tone } = toPlanMark(item);
            return (
              <li key={index} class="plan-item" data-tone={tone} data-status={item.status}>
                <span class="plan-mark" role="img" aria-label={label} title={label}>
                  {mark}
                </span>
                <bdi>{toVisibleLine(item.content)}</bdi>
                {item.priority === 'high' && <span class="fact">high priority</span>}
              </li>
            );
          })}
        </ul>
      )}
      {text && <MarkdownView text={text.text} />}
      {uri !== null && <p class="attachment path">{toVisibleLine(uri)}</p>}
    </div>
  );
}
