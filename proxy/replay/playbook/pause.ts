import type { ElapsedUs } from '#core/units.ts';
import type { Pacing } from '../model/pacing.ts';

/** How long to wait, in milliseconds, where the recording waited from `since` to `until`. */
export function pause({ speed, maxGap }: Pacing, since: ElapsedUs | 0, until: ElapsedUs): number {
  if (speed === 'instant') return 0;
  const factor = speed === 'recorded' ? 1 : speed;
  return Math.min(Math.max(0, until - since) / 1000 / factor, maxGap);
}
