import { AcptapError } from '#core/errors.ts';
import type { JsonEditor } from '../../setup/editor.ts';
import type { Machine } from '../../setup/machine.ts';
import { readSettings, type SettingsFile } from '../../setup/settings-file.ts';

/** The settings files of an editor that exist. @throws {AcptapError} when none exists. */
export function settingsOf(editor: JsonEditor, machine: Machine): readonly SettingsFile[] {
  const paths = editor.files(machine);
  const found = paths.map(readSettings).filter((file) => file !== undefined);
  if (found.length > 0) return found;
  throw new AcptapError('file-unusable', `${editor.title} has no settings file: looked for ${paths.join(', ')}`, {
    advice: 'add an agent in the editor first, or name the file with --file',
  });
}
