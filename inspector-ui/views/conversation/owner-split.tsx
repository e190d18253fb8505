import { sumOfOwners } from '#core/grouping/split-time.ts';
import { OWNERS, type TimeByOwner } from '#core/model/stats.ts';
import { elapsedUs } from '#core/units.ts';
import { formatDuration } from '../../text/time.ts';
import './owner-split.css';

/** Whose time it was, as a bar and in words. Nothing for no time at all. */
export function OwnerSplit({ time }: { readonly time: TimeByOwner }) {
  const whole = sumOfOwners(time);
  const parts = OWNERS.filter(([owner]) => time[owner] > 0);
  if (whole === 0) return null;
  return (
    <div class="owner-split">
      <span class="owner-split-bar" aria-hidden="true">
        {parts.map(([owner]) => (
          <span
            key={owner}
            class="owner-bar owner-split-part"
            data-of={owner}
            style={{ inlineSize: `${(100 * time[owner]) / whole}%` }}
          />
        ))}
      </span>
      <span class="aside">
        {parts.map(([owner, name]) => `${name} ${formatDuration(elapsedUs(time[owner]))}`).join(', ')}
      </span>
    </div>
  );
}
