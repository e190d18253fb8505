import { AcptapError } from '#core/errors.ts';
import type { ElapsedUs } from '#core/units.ts';

/** How fast a recording is played: at once, as recorded, or by a factor. */
export type Speed = 'instant' | 'recorded' | number;

export interface Pacing {
  readonly speed: Speed;
  /** The longest pause, in milliseconds. */
  readonly maxGap: number;
}

/** How long to wait, in milliseconds, where the recording waited from `since` to `until`. */
export function pause({ speed, maxGap }: Pacing, since: ElapsedUs | 0, until: ElapsedUs): number {
  if (speed === 'instant') return 0;
  const factor = speed === 'recorded' ? 1 : speed;
  return Math.min(Math.max(0, until - since) / 1000 / factor, maxGap);
}

/** Reads `instant`, `recorded`, `x2`, `x0.5`. @throws {AcptapError} `usage`, with the valid values. */
export function parseSpeed(text: string): Speed {
  if (text === 'instant' || text === 'recorded') return text;
  const factor = /^x\d+(?:\.\d+)?$/.test(text) ? Number(text.slice(1)) : Number.NaN;
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new AcptapError(
    'usage',
    `${JSON.stringify(text)} is no speed: write instant, recorded, or x2 for twice as fast`,
  );
}
