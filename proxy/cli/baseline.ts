import { readFileSync } from 'node:fs';
import type { RecordingSummary } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Finding, Rule } from '#core/rules/rule.ts';
import { stringAt } from '#core/wire/json.ts';
import { messageOf } from './recordings.ts';

/** Findings that are known and pass. */
export interface Baseline {
  /** True for a known finding, once for each time the baseline has it. */
  knows(recording: RecordingSummary, finding: Finding): boolean;
  /** Known findings that were not found again, of what was judged: these recordings, by these rules. */
  unused(recordings: ReadonlySet<string>, rules: readonly Rule[]): readonly string[];
}

/**
 * Reads a baseline: what `check --format json` printed, one report a line. A finding is recognised by its recording, rule, side, place in
 * the frame and wording, not by its entry: recording the same conversation again may shift entries.
 * @throws {AcptapError} `file-unusable`.
 */
export function readBaseline(path: string): Baseline {
  const known = new Map<string, { readonly recording: string; readonly rule: string; left: number }>();
  for (const line of read(path)
    .split('\n')
    .filter((text) => text.trim() !== '')) {
    const report = parse(path, line);
    for (const finding of report.findings) {
      const key = keyOf(report.recording, finding);
      const entry = known.get(key) ?? { recording: report.recording, rule: finding.rule, left: 0 };
      entry.left += 1;
      known.set(key, entry);
    }
  }
  return {
    knows({ id }, finding) {
      const entry = known.get(keyOf(id, { ...finding, pointer: finding.pointer ?? null }));
      if (!entry || entry.left === 0) return false;
      entry.left -= 1;
      return true;
    },
    unused: (recordings, rules) =>
      [...known].flatMap(([key, { recording, rule, left }]) =>
        left > 0 && recordings.has(recording) && wasAsked(rule, rules) ? [key] : [],
      ),
  };
}

/** A rule that no longer exists finds nothing any more, whichever were selected. */
const wasAsked = (rule: string, selected: readonly Rule[]) =>
  selected.some(({ id }) => id === rule) || !catalogue.some(({ id }) => id === rule);

interface Known {
  readonly rule: string;
  readonly side: string;
  readonly pointer: string | null;
  readonly message: string;
}

const keyOf = (
  recording: string,
  { rule, side, pointer, message }: Omit<Known, 'pointer'> & { pointer: string | null },
) => [recording, rule, side, pointer ?? '', message].join(' · ');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AcptapError(
      'file-unusable',
      `cannot read the baseline ${path}: ${messageOf(cause)}; make one with: acptap check REF --format json > ${path}`,
      { cause },
    );
  }
}

function parse(path: string, line: string): { readonly recording: string; readonly findings: readonly Known[] } {
  try {
    const report = JSON.parse(line) as { recording?: unknown; findings?: unknown }; // checked in the next line
    if (typeof report.recording === 'string' && Array.isArray(report.findings) && report.findings.every(isKnown))
      return { recording: report.recording, findings: report.findings };
  } catch {
    // said below
  }
  throw new AcptapError('file-unusable', `${path} is no baseline: make one with acptap check REF --format json`);
}

const isKnown = (value: unknown): value is Known =>
  ['rule', 'side', 'message'].every((name) => stringAt(value, name) !== undefined);
