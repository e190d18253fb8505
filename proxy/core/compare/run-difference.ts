import { GRADES, type Grade } from '#core/model/finding.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';

/**
 * A difference between two runs that the badge of the list, Compare and `acptap diff` name. `diff` does not look at
 * capabilities.
 */
export interface RunDifference {
  readonly about: 'findings' | 'first chunk' | 'capabilities';
  /** `+2 errors`, `7.4× slower`: the worst of it, without its subject. */
  readonly text: string;
  /** `+2 errors, −2 warnings`, `first chunk 7.4× slower: median 901 ms, before 122 ms` */
  readonly label: string;
  readonly isWorse: boolean;
}

/** Medians of the times to the first chunk of a turn, in microseconds. */
export interface FirstChunks {
  readonly before: number;
  readonly now: number;
}

/** A first chunk counts as slower or faster from this factor and this difference on: models vary. */
const FACTOR = 2;
const MIN_US = 250_000;

type Run = Pick<RecordingSummary, 'state' | 'findings' | 'waiting'>;

/** The differences in findings and in time. Empty if none is worth a claim. */
export const runDifferences = (before: Run, now: Run, firstChunk: FirstChunks | null): readonly RunDifference[] => [
  ...(before.state === 'live' ? [] : inFindings(now, before)),
  ...(firstChunk ? inTime(firstChunk, now.waiting.length === 0) : []),
];

/** What got worse comes first. */
export const worseFirst = (differences: readonly RunDifference[]): readonly RunDifference[] =>
  differences.toSorted((one, other) => Number(other.isWorse) - Number(one.isWorse));

/** The worst grade that differs comes first. A live recording may still get the findings that are missing. */
function inFindings({ findings, state }: Run, { findings: before }: Run): readonly RunDifference[] {
  const differs = (grade: Grade) =>
    findings[grade] > before[grade] || (state !== 'live' && findings[grade] < before[grade]);
  const [worst, ...others] = GRADES.filter(differs);
  if (!worst) return [];
  const textOf = (grade: Grade) => signed(findings[grade] - before[grade], grade);
  const isWorse = worst !== 'note' && findings[worst] > before[worst];
  return [{ about: 'findings', text: textOf(worst), label: [worst, ...others].map(textOf).join(', '), isWorse }];
}

/** A run that waits, or ended while it did, is not called faster: its first chunk is not what matters. */
function inTime({ before, now }: FirstChunks, isAnswered: boolean): readonly RunDifference[] {
  const [least, most] = before < now ? [before, now] : [now, before];
  if (now < before && !isAnswered) return [];
  if (least <= 0 || most < least * FACTOR || most - least < MIN_US) return [];
  const factor = most / least;
  const text = `${factor < 10 ? Number(factor.toFixed(1)) : Math.round(factor)}× ${now > before ? 'slower' : 'faster'}`;
  const label = `first chunk ${text}: median ${durationOf(now)}, before ${durationOf(before)}`;
  return [{ about: 'first chunk', text, label, isWorse: now > before }];
}

const durationOf = (us: number) => formatDuration(elapsedUs(us));

/** `+2 errors`, `−1 note` */
function signed(difference: number, grade: Grade): string {
  const count = Math.abs(difference);
  return `${difference > 0 ? '+' : '−'}${count} ${grade}${count === 1 ? '' : 's'}`;
}
