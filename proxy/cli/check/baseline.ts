import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { valueAt, stringAt } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import { cut } from '#core/text/cut.ts';
import { isFile, errorMessage } from '../recordings/find-recording.ts';

/** Findings that are known and pass. */
export interface Baseline {
  /** Returns the known findings of a checked recording. `file`: its path as given; undefined for a stored recording. */
  of(id: string, file: string | undefined): KnownFindings;
  /** Labels of the known findings that did not recur, for checked recordings and these rules. */
  unused(rules: readonly Rule[]): readonly string[];
}

export interface KnownFindings {
  /** True for a known finding, once for each time it is in the baseline. */
  knows(finding: Finding): boolean;
  /** Other files of the baseline that have the findings known so far, if this file is not in the baseline. */
  others(): readonly string[];
}

/** A finding of the baseline, and how many like it are left to find. */
interface Expected {
  readonly rule: string;
  /** The finding in words. */
  readonly label: string;
  count: number;
  left: number;
}

/** A recording of the baseline. */
interface Known {
  readonly id: string;
  readonly file: string | undefined;
  readonly expected: ReadonlyMap<string, Expected>;
}

/**
 * Reads a baseline: the output of `check --format json`, as one report, an array of reports, or one report a line.
 * Recognises a recording by its file, or by its id if one of the two is stored; a finding by its `findingKey`. A
 * recording in the baseline uses only its own findings. Another one may be a new recording of a conversation in the
 * baseline: it uses the findings of all baseline recordings whose files are not in `files`, the checked files.
 * @throws {AcptapError} `file-unusable`.
 */
export function readBaseline(path: string, files: readonly string[]): Baseline {
  const all = reportsIn(path, read(path)).map(toKnown);
  const taken = new Set(files.flatMap((file) => inFile(all, file)));
  const checked = new Set<Known>();
  const ids = new Set<string>();

  return {
    of(id, file) {
      const ofFile = file === undefined ? [] : inFile(all, file);
      const ofId = all.filter((one) => one.id === id && (file === undefined || one.file === undefined));
      const own = ofFile.length > 0 ? ofFile : ofId;
      const candidates = own.length > 0 ? own : all.filter((one) => !taken.has(one));
      const others = new Set<string>();
      for (const one of own) checked.add(one);
      ids.add(file ?? id);
      return {
        knows(finding) {
          const key = findingKey(finding);
          for (const one of candidates) {
            const entry = one.expected.get(key);
            if (!entry || entry.left === 0) continue;
            entry.left -= 1;
            if (own.length === 0 && file !== undefined && one.file !== undefined) others.add(one.file);
            return true;
          }
          return false;
        },
        others: () => [...others],
      };
    },
    unused(rules) {
      const isAgain = ids.size >= all.length; // probably new recordings of the same conversations
      return all
        .filter((one) => checked.has(one) || (isAgain && [...one.expected.values()].some(wasFound)))
        .flatMap(({ expected }) => [...expected.values()])
        .filter(({ left, rule }) => left > 0 && wasAsked(rule, rules))
        .map(({ label }) => label);
    },
  };
}

function toKnown({ recording, file, findings }: KnownReport): Known {
  const expected = new Map<string, Expected>();
  for (const { rule, side, pointer, message } of findings) {
    const key = findingKey({ rule, side, pointer, message });
    const label = [file ?? recording, rule, side, pointer ?? '', message].join(' · ');
    const entry = expected.get(key) ?? { rule, label, count: 0, left: 0 };
    expected.set(key, { ...entry, count: entry.count + 1, left: entry.left + 1 });
  }
  return { id: recording, file, expected };
}

/**
 * The baseline's recordings of a file: those with its path; else those of missing files, if one path is the end of the
 * other.
 */
function inFile(all: readonly Known[], file: string): readonly Known[] {
  const same = all.filter((one) => one.file !== undefined && resolve(one.file) === resolve(file));
  if (same.length > 0) return same;
  const path = ending(file);
  return all.filter((one) => {
    if (one.file === undefined || isFile(one.file)) return false;
    const other = ending(one.file);
    return other === path || other.endsWith(`/${path}`) || path.endsWith(`/${other}`);
  });
}

/** A path relative to the current folder, without leading `../`, which vary. Absolute paths elsewhere stay. */
function ending(path: string): string {
  const below = relative(process.cwd(), resolve(path)).replaceAll('\\', '/');
  return below.startsWith('../') && isAbsolute(path) ? path : below.replace(/^(?:\.\.\/)+/, '');
}

const wasFound = ({ left, count }: Expected) => left < count;

/** Reports that a file is not in the baseline, although its findings are. */
export const renamedFileWarning = (file: string, others: readonly string[]): string =>
  `${file} is not in the baseline; its findings are there for ${others.join(', ')}: if it was renamed, write the baseline anew`;

/** Reports a known finding that is gone. */
export const goneFindingLine = (known: string): string =>
  `a finding of the baseline no longer occurs, remove it there or write the baseline anew: ${known}`;

/** A rule that no longer exists can have no findings, whatever was selected. */
const wasAsked = (rule: string, selected: readonly Rule[]) =>
  selected.some(({ id }) => id === rule) || !catalogue.some(({ id }) => id === rule);

interface KnownFinding {
  readonly rule: string;
  readonly side: string;
  readonly pointer?: string | null | undefined;
  readonly message: string;
}

/**
 * A key that a finding keeps in another recording of the same conversation: words with a digit become `#`, because they
 * may be ids or positions in a list.
 */
export const findingKey = ({ rule, side, pointer, message }: KnownFinding): string =>
  [rule, side, ...[pointer ?? '', message].map((text) => text.replaceAll(/[\w-]*\d[\w-]*/g, '#'))].join(' · ');

function read(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    if (valueAt(cause, 'code') === 'ENOENT') throw unusable(`there is no baseline ${path}`, path);
    throw unusable(`cannot read the baseline ${path}: ${errorMessage(cause)}`);
  }
  if (text.trim() === '') throw unusable(`the baseline ${path} is empty, so it accepts no finding`);
  return text;
}

/** Reports `what` is wrong with the file, and how to write a new one beside it, so that the file is not lost. */
const unusable = (what: string, file = 'baseline.json') =>
  new AcptapError('file-unusable', `${what}. Write one with: acptap check REF --format json > ${file}`);

interface KnownReport {
  readonly recording: string;
  /** Missing for a stored recording, and in baselines of older releases. */
  readonly file?: string;
  readonly findings: readonly KnownFinding[];
}

function reportsIn(path: string, text: string): readonly KnownReport[] {
  const lines = text.split('\n');
  const values =
    parsed(text) ??
    lines.flatMap((line, index) => {
      if (line.trim() === '') return [];
      const report = parsed(line);
      if (!report) throw unusable(`the baseline ${path} is not JSON, see line ${index + 1}: ${shortened(line)}`);
      return report;
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
  const value = parseJson(text);
  return value === undefined || Array.isArray(value) ? value : [value];
}

const isReport = (value: unknown): value is KnownReport => {
  const findings = valueAt(value, 'findings');
  return stringAt(value, 'recording') !== undefined && Array.isArray(findings) && findings.every(isKnown);
};

const isKnown = (value: unknown): value is KnownFinding =>
  ['rule', 'side', 'message'].every((name) => stringAt(value, name) !== undefined);
