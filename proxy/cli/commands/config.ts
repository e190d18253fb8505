import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { visible } from '#core/wire/visible.ts';
import { readSettings, SETTINGS, settingsPath, type Settings } from '../../recorder/keep-settings.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { claimFolder } from '../../shim/own-data.ts';
import { asStoreError } from '../../store/connection/store-error.ts';
import { print } from '../output/output.ts';
import { toJsonText } from '../render/json.ts';
import { table } from '../render/table.ts';
import { writeOut } from '../output/write-out.ts';

/** `config [KEY [VALUE]]`: lists the settings, prints one, or sets one. */
export async function config(
  key: string | undefined,
  value: string | undefined,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const kind =
    key === undefined ? undefined : ((Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined) ?? unknownKey(key));
  const { root, database } = dataFolder();
  const path = settingsPath(database);
  try {
    const before = readSettings(path);
    if (key !== undefined && value !== undefined && kind) {
      if (value !== 'off' && !kind.isValue(value))
        throw new AcptapError('usage', `${key} cannot be "${value}": give ${kind.notation}, or off`);
      claimFolder(root, { root: true });
      await writeOut(path, [`${JSON.stringify(withSetting(before, key, value), null, 2)}\n`]);
    }
    const settings = readSettings(path);
    const keys = key === undefined ? Object.keys(SETTINGS) : [key];
    await print(json ? toJson(keys, settings) : toTable(keys, settings, key === undefined));
  } catch (cause) {
    throw asStoreError(cause, database);
  }
}

function withSetting(before: Settings, key: string, value: string): Settings {
  const { [key]: _before, ...others } = before;
  return value === 'off' ? others : { ...others, [key]: value };
}

const valueOf = (settings: Settings, key: string): string | null => {
  const value = settings[key];
  return value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
};

const toJson = (keys: readonly string[], settings: Settings): string =>
  `${toJsonText(Object.fromEntries(keys.map((key) => [key, valueOf(settings, key)])))}\n`;

function toTable(keys: readonly string[], settings: Settings, isList: boolean): string {
  if (!isList) return keys.map((key) => `${visible(valueOf(settings, key) ?? 'off')}\n`).join('');
  return table([
    ['SETTING', 'VALUE', 'ABOUT'],
    ...keys.map((key) => {
      const value = valueOf(settings, key);
      const { about = '', notation = '', isValue = () => false } = SETTINGS[key] ?? {};
      const isBad = value !== null && !isValue(value);
      return [key, value ?? 'off', isBad ? `not understood, so nothing is removed: give ${notation}, or off` : about];
    }),
  ]);
}

function unknownKey(key: string): never {
  const near = nearestName(key, Object.keys(SETTINGS));
  throw new AcptapError(
    'usage',
    `there is no setting "${key}"${near === undefined ? '' : `: did you mean ${near}?`} (settings: ${Object.keys(SETTINGS).join(', ')})`,
  );
}
