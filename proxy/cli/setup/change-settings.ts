import { AcptapError } from '#core/errors.ts';
import { visible } from '#core/wire/visible.ts';
import { writeError } from '../../replay/playbook/file-error.ts';
import type { SettingsFile } from '../../setup/settings-file.ts';
import { askYesOrNo } from '../output/ask-yes-or-no.ts';
import { print, warn } from '../output/output.ts';
import { renderDifference } from '../render/setup.ts';

/**
 * Shows what would change in a settings file, asks, and writes. Undefined after a "no".
 * @throws {AcptapError} without a terminal and without `yes`; when the file cannot be written.
 */
export async function changeSettings<T>(
  file: SettingsFile,
  { next, write, yes = false }: { readonly next: string; readonly write: () => T; readonly yes: boolean | undefined },
): Promise<T | undefined> {
  if (next !== file.text) await print(`${visible(file.path)}\n${renderDifference(file.text, next)}`);
  if (yes || (await askYesOrNo('Write this?'))) return writeOrExplain(file, write);
  warn('nothing was written');
  return undefined;
}

/** @throws {AcptapError} when the file cannot be written. */
export function writeOrExplain<T>({ path }: SettingsFile, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw cause instanceof AcptapError ? cause : writeError(cause, path);
  }
}
