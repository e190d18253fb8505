import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import { GRADES, type Grade } from '#core/model/finding.ts';
import { AGE_NOTATION, BYTES_NOTATION, parseAge, parseBytes } from '#core/text/parse-amount.ts';
import { claimFile } from '../shim/own-data.ts';
import { errorCode } from '../store/connection/store-error.ts';
import type { KeepRules } from './prune.ts';

/** The settings as a person wrote them; a missing one is off. */
export type Settings = Readonly<Record<string, unknown>>;

/** The settings file of the data folder. It stands beside the database, so that a new database keeps the settings. */
export const settingsPath = (database: string): string => join(dirname(database), 'acptap.config.json');

interface SettingKind {
  readonly about: string;
  /** The possible values, for messages. */
  readonly notation: string;
  readonly isValue: (text: string) => boolean;
  /** All values, if they are a fixed list. */
  readonly values?: readonly string[];
}

/** All settings, by key. */
export const SETTINGS: Readonly<Record<string, SettingKind>> = {
  'keep.max-size': {
    about: 'remove the oldest recordings while all take more than this',
    notation: BYTES_NOTATION,
    isValue: (text) => (parseBytes(text) ?? 0) > 0,
  },
  'keep.older-than': {
    about: 'remove recordings that are older than this',
    notation: AGE_NOTATION,
    isValue: (text) => parseAge(text) !== undefined,
  },
  'keep.findings': {
    about: 'keep recordings with findings of this grade or a worse one',
    notation: 'error, warning or note',
    isValue: (text) => isGrade(text),
    values: GRADES,
  },
};

const isGrade = (text: unknown): text is Grade => GRADES.some((grade) => grade === text);

/** Reads the settings file. @throws {AcptapError} `file-unusable` for one that is not a JSON object; ForeignFileError. */
export function readSettings(path: string): Settings {
  claimFile(path);
  return lookAtSettings(path);
}

/** Reads the settings file and leaves its mode as it is. @throws {AcptapError} as `readSettings`. */
export function lookAtSettings(path: string): Settings {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isObject(value)) return value;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return {};
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new AcptapError('file-unusable', `the settings in ${path} are not a JSON object`, {
    advice: 'mend the file, or remove it',
  });
}

/** The rules for the recorder. Undefined when nothing is to be removed, or where a value is not understood. */
export function keepRules(settings: Settings): KeepRules | undefined {
  const text = (key: string) => settings[key] ?? undefined;
  const [size, age, grade] = ['keep.max-size', 'keep.older-than', 'keep.findings'].map(text);
  const maxBytes = typeof size === 'string' ? parseBytes(size) : undefined;
  const olderThanMs = typeof age === 'string' ? parseAge(age) : undefined;
  const isUnderstood =
    (size === undefined) === (maxBytes === undefined) &&
    (age === undefined) === (olderThanMs === undefined) &&
    (grade === undefined || isGrade(grade));
  if (!isUnderstood || (maxBytes === undefined && olderThanMs === undefined)) return undefined;
  return { maxBytes, olderThanMs, keepGrade: isGrade(grade) ? grade : undefined };
}
