import { readFileSync } from 'node:fs';
import type { RecordingSummary } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Finding, Rule } from '#core/rules/rule.ts';
import { at, stringAt } from '#core/wire/json.ts';
import { messageOf } from './recordings.ts';

/** Findings that are known and pass. */
export interface Baseline {
  /** True for a known finding, once for each time the baseline has it. */
  knows(recording: RecordingSummary, finding: Finding): boolean;
  /** Known findings that were not found again, of what was judged: these recordings, by these rules. */
  unused(recordings: ReadonlySet<string>, rules: readonly Rule[]): readonly string[];
}

/** A finding of the baseline, and how many like it are still to be found. */
interface Expected {
  readonly rule: string;
  /** The finding in words. */
  readonly label: string;
  count: number;
  left: number;
}

/**
 * Reads a baseline: what `check --format json` printed. It is one report, an array of reports, or one report a line. A finding is recognised by its rule, side, place in the frame
 * and wording, not by its entry nor by the ids in it: recording the same conversation again shifts entries, and sessions get new ids. A
 * recording that the baseline has keeps to what it has of it; any other may be one of those recorded again.
 * @throws {AcptapError} `file-unusable`.
 */
export function readBaseline(path: string): Baseline {
  const recordings = new Map<string, Map<string, Expected>>();
  for (const { recording, findings } of reportsIn(path, read(path))) {
    const expected = recordings.get(recording) ?? new Map<string, Expected>();
    recordings.set(recording, expected);
    for (const finding of findings) {
      const key = keyOf(finding);
      const { rule, side, pointer, message } = finding;
      const label = [recording, rule, side, pointer ?? '', message].join(' · ');
      const entry = expected.get(key) ?? { rule, label, count: 0, left: 0 };
      entry.count += 1;
      entry.left += 1;
      expected.set(key, entry);
    }
  }
  return {
    knows({ id }, finding) {
      const own = recordings.get(id);
      const key = keyOf({ ...finding, pointer: finding.pointer ?? null });
      const entry = (own ? [own] : [...recordings.values()])
        .map((expected) => expected.get(key))
        .find((each) => each && each.left > 0);
      if (!entry) return false;
      entry.left -= 1;
      return true;
    },
    unused(judged, rules) {
      const isAgain = judged.size >= recordings.size; // as many as it has: those with other ids are the same recorded again
      return [...recordings]
        .filter(([id, expected]) => judged.has(id) || (isAgain && [...expected.values()].some(wasFound)))
        .flatMap(([, expected]) => [...expected.values()])
        .filter(({ left, rule }) => left > 0 && wasAsked(rule, rules))
        .map(({ label }) => label);
    },
  };
}

const wasFound = ({ left, count }: Expected) => left < count;

/** What to say of a known finding that is gone. */
export const sayGone = (known: string): string => `the baseline has a finding that is gone, remove it: ${known}`;

/** A rule that no longer exists finds nothing any more, whichever were selected. */
const wasAsked = (rule: string, selected: readonly Rule[]) =>
  selected.some(({ id }) => id === rule) || !catalogue.some(({ id }) => id === rule);

interface Known {
  readonly rule: string;
  readonly side: string;
  readonly pointer: string | null;
  readonly message: string;
}

/** Words and numbers with a digit in them may be ids of sessions and requests, or places in a list. */
const keyOf = ({ rule, side, pointer, message }: Known): string =>
  [rule, side, ...[pointer ?? '', message].map((text) => text.replaceAll(/[\w-]*\d[\w-]*/g, '#'))].join(' · ');

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

interface KnownReport {
  readonly recording: string;
  readonly findings: readonly Known[];
}

function reportsIn(path: string, text: string): readonly KnownReport[] {
  const values =
    parsed(text) ?? text.split('\n').flatMap((line) => (line.trim() === '' ? [] : (parsed(line) ?? [null])));
  return values.map((report) => {
    if (isReport(report)) return report;
    throw new AcptapError('file-unusable', `${path} is no baseline: make one with acptap check REF --format json`);
  });
}

/** The JSON values of an array, or the one JSON value that the text is; undefined where it is no JSON. */
function parsed(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

const isReport = (value: unknown): value is KnownReport => {
  const findings = at(value, 'findings');
  return stringAt(value, 'recording') !== undefined && Array.isArray(findings) && findings.every(isKnown);
};

const isKnown = (value: unknown): value is Known =>
  ['rule', 'side', 'message'].every((name) => stringAt(value, name) !== undefined);
