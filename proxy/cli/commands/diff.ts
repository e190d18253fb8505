import { compareAtOnce } from '#core/compare/compare.ts';
import { ALL } from '#core/compare/part.ts';
import { runDifferences, worseFirst } from '#core/compare/run-difference.ts';
import { createSteps } from '#core/compare/steps.ts';
import { AcptapError } from '#core/errors.ts';
import type { Part, Steps } from '#core/model/compare.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { print } from '../output/output.ts';
import { openRecording } from '../recordings/find-recording.ts';
import { renderDiff } from '../render/diff.ts';
import { paintFor } from '../render/paint.ts';
import { toJsonText } from '../render/json.ts';

export interface DiffOptions {
  /** One turn (`3`), or a turn of each recording (`3:4`). */
  readonly turn?: string;
  readonly session?: string;
  readonly json?: boolean;
}

/**
 * `diff A B`: prints the changes from one recording to another. Exit code 1 for a change, else 0.
 * @throws {AcptapError} `usage`, and what loading a recording throws.
 */
export async function diff(a: string, b: string, options: DiffOptions): Promise<0 | 1> {
  const [leftPart, rightPart] = partsOf(options);
  const hasClaims = !options.json && leftPart.kind === 'all';
  const left = await fold(a, hasClaims);
  const right = a === b ? left : await fold(b, hasClaims);
  const comparison = compareAtOnce(
    { recording: left.header.id, part: leftPart, steps: left.steps },
    { recording: right.header.id, part: rightPart, steps: right.steps },
  );
  if (!comparison) throw missingPart([a, left.steps, leftPart], [b, right.steps, rightPart]);
  const { stdout } = process;
  await print(
    options.json
      ? `${toJsonText(comparison)}\n`
      : renderDiff(
          comparison,
          [
            { ref: a, header: left.header },
            { ref: b, header: right.header },
          ],
          left.run && right.run ? claimsOf(left.run, right.run) : [],
          paintFor(stdout),
          stdout.columns,
        ),
  );
  return comparison.isSame ? 0 : 1;
}

interface FoldedRecording {
  readonly header: RecordingHeader;
  readonly steps: Steps;
  /** For the claims. Undefined where none are printed: a file is folded once more for it. */
  readonly run: Run | undefined;
}

interface Run {
  readonly summary: RecordingSummary;
  readonly firstChunk: number | null;
}

async function fold(ref: string, hasClaims: boolean): Promise<FoldedRecording> {
  const recording = await openRecording(ref);
  try {
    const { header, entries, stats, summary } = recording;
    const folding = createSteps(header);
    for (const entry of entries()) folding.apply(entry);
    const run = hasClaims ? { firstChunk: stats().firstChunk?.p50 ?? null, summary: summary() } : undefined;
    return { header, steps: folding.steps(), run };
  } finally {
    recording.close();
  }
}

/** What the inspector says of the two runs in its list. Parts of recordings have no such differences. */
function claimsOf(left: Run, right: Run): readonly string[] {
  const [before, now] = [left.firstChunk, right.firstChunk];
  const firstChunk = before === null || now === null ? null : { before, now };
  return worseFirst(runDifferences(left.summary, right.summary, firstChunk)).map(({ about, label }) =>
    about === 'findings' ? `findings: ${label}` : label,
  );
}

function partsOf({ turn, session }: DiffOptions): readonly [Part, Part] {
  if (turn !== undefined && session !== undefined)
    throw new AcptapError('usage', '--turn and --session exclude each other: a turn belongs to one session');
  const kind = turn === undefined ? 'session' : 'turn';
  const text = turn ?? session;
  if (text === undefined) return [ALL, ALL];
  const [, one, other = one] = /^([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/.exec(text) ?? [];
  if (one === undefined)
    throw new AcptapError('usage', `--${kind} ${JSON.stringify(text)} is not a number: give 2, or 1:2 for two of them`);
  return [
    { kind, number: Number(one) },
    { kind, number: Number(other) },
  ];
}

type Wanted = readonly [ref: string, steps: Steps, part: Part];

function missingPart(...wanted: readonly Wanted[]): AcptapError {
  const words = wanted.map(([ref, { sections, sessions }, { kind }]) => {
    const count = kind === 'session' ? sessions.length : sections.filter(({ turn }) => turn !== null).length;
    return `${ref} has ${count === 0 ? 'no' : count} ${kind}${count === 1 ? '' : 's'}`;
  });
  return new AcptapError('usage', `there is no such ${wanted[0]?.[2].kind ?? 'part'}: ${words.join(', ')}`);
}
