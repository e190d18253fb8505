import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Card } from '#core/model/cards.ts';
import { FindingBadge } from '../../components/badge.tsx';
import { InterventionChip } from '../../components/intervention-chip.tsx';
import { HELD, holdsIn, toGroupMark } from '../../text/intervention.ts';
import type { TimeMode } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { EpochMs } from '#core/units.ts';
import type { CardContext } from './card-context.ts';
import { CardView } from './card-view.tsx';
import { laneOf, toCardRail, toCardTime, toSessionLabel, toUnreadWarning } from './conversation-rows.ts';
import { SeqLink } from './seq-link.tsx';
import './card-frame.css';

interface CardFrameProps {
  readonly index: number;
  readonly total: number;
  /** Undefined while it is being fetched. */
  readonly card: Card | undefined;
  readonly context: CardContext;
  readonly timeMode: TimeMode;
  readonly startedAt: EpochMs;
  /** Start of the previous card. */
  readonly before: number | undefined;
  /** All sessions, if cards of several are shown. */
  readonly sessions: readonly string[];
  readonly isCurrent: boolean;
  readonly observer: ResizeObserver;
}

/** A card with its rail: time, frames and findings. */
export function CardFrame({ index, total, card, context, sessions, isCurrent, observer, ...times }: CardFrameProps) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    observer.observe(observed);
    return () => observer.unobserve(observed);
  }, [observer, card === undefined]);
  if (!card) return <article ref={element} class="card card-awaited" data-index={index} aria-busy="true" />;
  const rail = toCardRail(card);
  const time = toCardTime(card, times);
  const session = toSessionLabel(card, sessions);
  return (
    <article
      ref={element}
      class="card"
      data-index={index}
      data-kind={card.kind}
      data-by={laneOf(card)}
      data-group={card.group}
      data-part={card.part}
      data-seq={card.first}
      data-own={card.kind === 'process' && card.isOwn ? true : undefined}
      data-tool-call={card.kind === 'tool-call' ? card.id : undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div class="flow card-rail">
        <span class="card-time">{time}</span>
        <SeqLink context={context} seq={card.first} text={rail.frames} title={rail.framesTitle} />
        {session !== '' && <span title={toVisibleLine(card.session ?? '')}>{session}</span>}
        {rail.badge && <FindingBadge {...rail.badge} />}
      </div>
      <div class="card-body">
        {holdsIn(context.held, card) && (
          <div class="flow">
            <InterventionChip mark={HELD} />
          </div>
        )}
        {card.interventions && (
          <div class="flow">
            <InterventionChip mark={toGroupMark(card.interventions, card.entries)} />
          </div>
        )}
        <CardView context={context} card={card} />
        {card.unread > 0 && <p class="missing-note">{toUnreadWarning(card)}</p>}
      </div>
    </article>
  );
}
