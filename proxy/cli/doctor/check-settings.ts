import { SETTINGS, settingsPath } from '../../recorder/keep-settings.ts';
import { checkOwner } from '../../shim/own-data.ts';
import { expectedFailure } from '../expected-failure.ts';
import { type Diagnosis, toDiagnosis } from './diagnosis.ts';
import type { Installation } from './installation.ts';

const subject = 'settings';

/** The settings in the data folder, by which the recorder prunes. */
export function checkSettings(installation: Installation): readonly Diagnosis[] {
  const path = settingsPath(installation.folder.database);
  const stat = installation.stat(path, 'link');
  if (stat && typeof checkOwner(stat, 'file', installation.uid) === 'object') return []; // reported by checkFolder
  try {
    const settings = installation.settings(path);
    const set = Object.entries(SETTINGS).flatMap(([key, { isValue, notation }]) => {
      const value = settings[key] ?? undefined;
      return value === undefined ? [] : [{ key, value, notation, isGood: typeof value === 'string' && isValue(value) }];
    });
    const bad = set.filter(({ isGood }) => !isGood);
    if (bad.length === 0)
      return [{ subject, health: 'ok', text: set.length === 0 ? NONE : set.map(inWords).join(', ') }];
    return bad.map(({ key, value, notation }) => ({
      subject,
      health: 'look',
      text: `${key} is ${JSON.stringify(value)} in ${path}: no recording is removed by itself`,
      advice: `acptap config ${key} VALUE: give ${notation}, or off`,
    }));
  } catch (cause) {
    const failure = expectedFailure(cause);
    if (!failure) throw cause;
    return [toDiagnosis(subject, failure)];
  }
}

const NONE = 'no recording is removed by itself';

const inWords = ({ key, value }: { readonly key: string; readonly value: unknown }) => `${key} ${String(value)}`;
