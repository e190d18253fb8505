import { GRADES, type Grade } from '#core/model/finding.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { elapsedUs } from '#core/units.ts';
import type { RunBefore } from '../../state/recordings/run-changes.ts';
import { renderRoute } from '../../state/page/route.ts';
import { formatCounted } from '../../text/size.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** The differences from the previous run of the same command. */
export interface ChangeRow {
  /** `+2 errors`, `3× slower`: what got worse is first, because a narrow list shows only the first. */
  readonly parts: readonly string[];
  /** The same in full, a line each. */
  readonly label: string;
  readonly isWorse: boolean;
  /** The link that compares the two runs. */
  readonly href: string;
}

interface Part {
  readonly text: string;
  readonly label: string;
  readonly isWorse: boolean;
}

/** A first chunk counts as slower or faster from this factor and this difference on: models vary. */
const FACTOR = 2;
const MIN_US = 250_000;

/** More parts have no room beside the badges of findings. */
const SHOWN = 2;

/** Undefined without a difference worth a badge. */
export function toChangeRow(recording: RecordingSummary, { previous, change }: RunBefore): ChangeRow | undefined {
  const parts = [
    ...(previous.state === 'live' ? [] : findingParts(recording, previous)),
    ...(change?.firstChunk ? speedParts(change.firstChunk, recording.waiting.length === 0) : []),
    ...capabilityParts('new', '+', change?.gained ?? []),
    ...capabilityParts('lost', '−', change?.lost ?? []),
  ];
  if (parts.length === 0) return undefined;
  const named = previous.name === null ? '' : `, “${toVisibleLine(previous.name)}”`;
  return {
    parts: parts
      .toSorted((one, other) => Number(other.isWorse) - Number(one.isWorse))
      .slice(0, SHOWN)
      .map(({ text }) => text),
    label: [`Against the previous run of this command${named}:`, ...parts.map(({ label }) => label)].join('\n'),
    isWorse: parts.some(({ isWorse }) => isWorse),
    href: renderRoute({ recording: recording.id, view: 'compare', compared: { with: previous.id } }),
  };
}

/** The findings of the worst grade that differs. A live recording may still get those that are missing. */
function findingParts({ findings, state }: RecordingSummary, { findings: before }: RecordingSummary): readonly Part[] {
  const differs = (grade: Grade) =>
    findings[grade] > before[grade] || (state !== 'live' && findings[grade] < before[grade]);
  const [worst, ...others] = GRADES.filter(differs);
  if (!worst) return [];
  const textOf = (grade: Grade) =>
    `${signed(findings[grade] - before[grade])} ${plural(findings[grade] - before[grade], grade)}`;
  const isWorse = worst !== 'note' && findings[worst] > before[worst];
  return [{ text: textOf(worst), label: [worst, ...others].map(textOf).join(', '), isWorse }];
}

/** A run that waits, or ended while it did, is not called faster: its first chunk is not what matters. */
function speedParts(
  { before, now }: { readonly before: number; readonly now: number },
  isAnswered: boolean,
): readonly Part[] {
  const [least, most] = before < now ? [before, now] : [now, before];
  if (now < before && !isAnswered) return [];
  if (least <= 0 || most < least * FACTOR || most - least < MIN_US) return [];
  const factor = most / least;
  const text = `${factor < 10 ? Number(factor.toFixed(1)) : Math.round(factor)}× ${now > before ? 'slower' : 'faster'}`;
  const label = `first chunk ${text}: median ${durationOf(now)}, before ${durationOf(before)}`;
  return [{ text, label, isWorse: now > before }];
}

const durationOf = (us: number) => formatDuration(elapsedUs(us));

function capabilityParts(what: 'new' | 'lost', sign: string, names: readonly string[]): readonly Part[] {
  if (names.length === 0) return [];
  const text = `${sign}${formatCounted(names.length, 'capability', 'capabilities')}`;
  return [{ text, label: `${what}: ${names.map(toVisibleLine).join(', ')}`, isWorse: false }];
}

const signed = (difference: number) => `${difference > 0 ? '+' : '−'}${Math.abs(difference)}`;

/** `errors`, without the number, which has a sign. */
const plural = (difference: number, grade: Grade) => formatCounted(Math.abs(difference), grade).replace(/^\S+ /, '');
