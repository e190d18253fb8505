import { AcptapError } from '#core/errors.ts';
import type { Speed } from './model/pacing.ts';

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
