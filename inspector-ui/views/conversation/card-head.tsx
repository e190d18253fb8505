import type { ComponentChildren } from 'preact';
import type { Failure } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { Tone } from './conversation-rows.ts';

interface CardHeadProps {
  readonly title: string;
  readonly tone?: Tone;
  readonly lasted?: string;
  readonly failure?: Failure | null;
  readonly children?: ComponentChildren;
}

/** The first line of a card, and its error. */
export function CardHead({ title, tone = 'quiet', lasted = '', failure = null, children }: CardHeadProps) {
  return (
    <>
      <div class="flow card-head" data-tone={tone}>
        <span class="card-title">{title}</span>
        {children}
        {lasted !== '' && <span class="fact">{lasted}</span>}
      </div>
      {failure && (
        <p class="kept-lines card-failure">
          {failure.code !== null && <code>{failure.code}</code>} {toVisibleLine(failure.message)}
        </p>
      )}
    </>
  );
}
