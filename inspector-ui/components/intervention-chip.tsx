import type { InterventionMark } from '../text/intervention.ts';
import './intervention-chip.css';

/** What acptap did: in its own colour, and in words. */
export function InterventionChip({ mark: { text, isLost } }: { mark: InterventionMark }) {
  return (
    <span class="one-line intervention" data-lost={isLost} title={`acptap: ${text}`}>
      <span class="intervention-by">acptap: </span>
      {text}
    </span>
  );
}
