import { inspect } from 'node:util';
import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import { suggestionText, nearestName } from '#core/protocol/suggest-name.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { isMatchLevel, misspeltMethod } from './matching/levels.ts';
import type { FixtureOptions, PlayOptions } from './model/play-options.ts';

const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isTimeOrNone = (value: unknown) => value === undefined || isTime(value);
const isFlag = (value: unknown) => typeof value === 'boolean';

interface Member {
  readonly isValid: (value: unknown) => boolean;
  readonly wanted: string;
}

const TIME: Member = { isValid: isTime, wanted: 'milliseconds' };
const FLAG: Member = { isValid: isFlag, wanted: 'true or false' };

const MEMBERS: Readonly<Record<keyof FixtureOptions, Member>> = {
  onDivergence: { isValid: (value) => value === 'fail' || value === 'follow', wanted: '"fail" or "follow"' },
  match: {
    isValid: (value) => isObject(value) && Object.values(value).every(isMatchLevel),
    wanted: 'an object of methods with "method", "normalised" or "exact"',
  },
  speed: {
    isValid: (value) => value === 'instant' || value === 'recorded' || (isTime(value) && value !== 0),
    wanted: '"instant", "recorded" or a factor',
  },
  maxGap: TIME,
  settleAfterNew: TIME,
  timeout: TIME,
  strict: FLAG,
  mapText: FLAG,
  dropGated: FLAG,
};

const OPTIONS: Readonly<Record<keyof PlayOptions, Member>> = {
  ...MEMBERS,
  maxGap: { isValid: (value) => value === Number.POSITIVE_INFINITY || isTime(value), wanted: TIME.wanted },
  timeout: { isValid: isTimeOrNone, wanted: 'milliseconds, or undefined for ever' },
  idleTimeout: { isValid: isTimeOrNone, wanted: 'milliseconds, or undefined for ever' },
  personTimeout: { isValid: isTimeOrNone, wanted: 'milliseconds, or undefined for the idleTimeout' },
  stderr: FLAG,
  exit: FLAG,
};

/**
 * Checks options from a program, which may also have the names in `others`. An unknown name is an error: otherwise a
 * typo would silently change the replay. @throws {TypeError} naming the wrong option and its valid values.
 */
export function checkOptions(given: Partial<PlayOptions>, others: readonly string[] = []): void {
  const names = [...Object.keys(OPTIONS), ...others];
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, names);
    const hint = near === undefined ? `: there are ${names.join(', ')}` : suggestionText(near);
    throw new TypeError(`replayAgent has no option "${unknown}"${hint}`);
  }
  for (const [name, { isValid, wanted }] of Object.entries(OPTIONS)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = given[name as keyof PlayOptions]; // the table has this name
    if (!isValid(value)) throw new TypeError(`replayAgent has ${inspect(value)} for "${name}", not ${wanted}`);
  }
  const misspelt = misspeltMethod(given.match ?? {});
  if (misspelt)
    throw new TypeError(`"match" has ${inspect(misspelt.method)}, which is not a method of ACP${misspelt.hint}`);
}

/**
 * The options in the header of a recording; empty without a member `replay`.
 * @throws {AcptapError} `not-a-recording`, naming the wrong member and its valid values.
 */
export function fixtureOptions({ extra }: Pick<RecordingHeader, 'extra'>): FixtureOptions {
  const members: unknown = extra === undefined ? {} : JSON.parse(extra);
  const replay = isObject(members) && Object.hasOwn(members, 'replay') ? members['replay'] : {};
  const fail = (what: string): never => {
    throw new AcptapError('not-a-recording', `"replay" in the header of the recording ${what}`);
  };
  if (!isObject(replay)) return fail(`is ${JSON.stringify(replay)}, not an object of options`);
  for (const [name, value] of Object.entries(replay)) {
    const member = Object.hasOwn(MEMBERS, name) ? MEMBERS[name as keyof FixtureOptions] : undefined; // checked before
    if (!member) return fail(`has no option "${name}": there are ${Object.keys(MEMBERS).join(', ')}`);
    if (!member.isValid(value)) return fail(`has ${JSON.stringify(value)} for "${name}", not ${member.wanted}`);
  }
  return replay; // every member was checked
}
