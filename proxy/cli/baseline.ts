import { readFileSync } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { valueAt, stringAt } from '#core/json/json.ts';
import type { RecordingSummary } from '#core/model/recording.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import { messageOf } from './recordings.ts';
import { cut } from './render/wrap.ts';

/** Findings that are known and pass. */
export interface Baseline {
  /** True for a known finding, once for each time it is in the baseline. */
  knows(recording: RecordingSummary, finding: Finding): boolean;
  /** Known findings that did not recur, among these recordings and rules. */
  unused(recordings: ReadonlySet<string>, rules: readonly Rule[]): readonly string[];
}

/** A finding of the baseline, and how many like it are left to find. */
interface Expected {
  readonly rule: string;
  /** The finding in words. */
  readonly label: string;
  count: number;
  left: number;
}

/**
 * Reads a baseline: the output of `check --format json`, as one report, an array of reports, or one report a line.
 * Recognises a finding by rule, side, place in the frame and wording. Ignores entries and ids, which change when the
 * same conversation is recorded again. A recording in the baseline uses only its own findings; any other may be a new
 * recording of one of them.
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
      const isAgain = judged.size >= recordings.size; // other ids are new recordings of the same
      return [...recordings]
        .filter(([id, expected]) => judged.has(id) || (isAgain && [...expected.values()].some(wasFound)))
        .flatMap(([, expected]) => [...expected.values()])
        .filter(({ left, rule }) => left > 0 && wasAsked(rule, rules))
        .map(({ label }) => label);
    },
  };
}

const wasFound = ({ left, count }: Expected) => left < count;

/** Reports a known finding that is gone. */
export const sayGone = (known: string): string =>
  `a finding of the baseline no longer occurs, remove it there or write the baseline anew: ${known}`;

/** A rule that no longer exists can have no findings, whatever was selected. */
const wasAsked = (rule: string, selected: readonly Rule[]) =>
  selected.some(({ id }) => id === rule) || !catalogue.some(({ id }) => id === rule);

interface Known {
  readonly rule: string;
  readonly side: string;
  readonly pointer: string | null;
  readonly message: string;
}

/** Removes words and numbers with a digit, which may be ids or positions in a list. */
const keyOf = ({ rule, side, pointer, message }: Known): string =>
  [rule, side, ...[pointer ?? '', message].map((text) => text.replaceAll(/[\w-]*\d[\w-]*/g, '#'))].join(' · ');

function read(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    if (valueAt(cause, 'code') === 'ENOENT') throw unusable(`there is no baseline ${path}`, path);
    throw unusable(`cannot read the baseline ${path}: ${messageOf(cause)}`);
  }
  if (text.trim() === '') throw unusable(`the baseline ${path} is empty, so it accepts no finding`);
  return text;
}

/** Reports `what` is wrong with the file, and how to write a new one beside it, so that the file is not lost. */
const unusable = (what: string, file = 'baseline.json') =>
  new AcptapError('file-unusable', `${what}. Write one with: acptap check REF --format json > ${file}`);

interface KnownReport {
  readonly recording: string;
  readonly findings: readonly Known[];
}

function reportsIn(path: string, text: string): readonly KnownReport[] {
  const lines = text.split('\n');
  const values =
    parsed(text) ??
    lines.flatMap((line, index) => {
      if (line.trim() === '') return [];
      const of = parsed(line);
      if (!of) throw unusable(`the baseline ${path} is not JSON, see line ${index + 1}: ${shortened(line)}`);
      return of;
    });
  return values.map((report) => {
    if (isReport(report)) return report;
    throw unusable(whyNoReport(path, report));
  });
}

function whyNoReport(path: string, value: unknown): string {
  if (valueAt(value, 'acptap') !== undefined) return `${path} is a recording, a baseline is a report about one`;
  if (valueAt(value, 'runs') !== undefined) return `${path} is a SARIF report, a baseline is --format json`;
  const findings = valueAt(value, 'findings');
  if (stringAt(value, 'recording') === undefined || !Array.isArray(findings))
    return `${path} is JSON, but no report of acptap check: ${shortened(JSON.stringify(value))}`;
  const index = findings.findIndex((each) => !isKnown(each));
  return `finding ${index + 1} in the baseline ${path} lacks rule, side or message: ${shortened(JSON.stringify(findings[index]))}`;
}

/** A short piece of a foreign file. */
const shortened = (text: string) => cut(text, 60);

/** The JSON values of an array, or the single JSON value; undefined for a text without JSON. */
function parsed(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

const isReport = (value: unknown): value is KnownReport => {
  const findings = valueAt(value, 'findings');
  return stringAt(value, 'recording') !== undefined && Array.isArray(findings) && findings.every(isKnown);
};

const isKnown = (value: unknown): value is Known =>
  ['rule', 'side', 'message'].every((name) => stringAt(value, name) !== undefined);
