import { readFileSync } from 'node:fs';
import type { RecordingSummary } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import type { Finding } from '#core/rules/rule.ts';
import { messageOf } from './recordings.ts';

/** Findings that are known and pass. */
export interface Baseline {
  /** True for a known finding, once for each time the baseline has it. */
  knows(recording: RecordingSummary, finding: Finding): boolean;
  /** Known findings that were not found again. */
  unused(): readonly string[];
}

/**
 * Reads a baseline: what `check --format json` printed, one report a line. A finding is recognised by its recording, rule, side, place in
 * the frame and wording, not by its entry: recording the same conversation again may shift entries.
 * @throws {AcptapError} `file-unusable`.
 */
export function readBaseline(path: string): Baseline {
  const known = new Map<string, number>();
  for (const line of read(path)
    .split('\n')
    .filter((text) => text.trim() !== '')) {
    const report = parse(path, line);
    for (const finding of report.findings) {
      const key = keyOf(report.recording, finding);
      known.set(key, (known.get(key) ?? 0) + 1);
    }
  }
  return {
    knows({ id }, finding) {
      const key = keyOf(id, { ...finding, pointer: finding.pointer ?? null });
      const left = known.get(key) ?? 0;
      if (left > 0) known.set(key, left - 1);
      return left > 0;
    },
    unused: () => [...known].flatMap(([key, left]) => (left > 0 ? [key] : [])),
  };
}

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
    if (typeof report.recording === 'string' && Array.isArray(report.findings))
      return report as { recording: string; findings: Known[] };
  } catch {
    // said below
  }
  throw new AcptapError('file-unusable', `${path} is no baseline: make one with acptap check REF --format json`);
}
