import { visible } from '#core/wire/visible.ts';
import { findEditors } from '../../setup/find-editors.ts';
import { checkDatabase, checkNode } from '../doctor/check-database.ts';
import { checkEditors } from '../doctor/check-editors.ts';
import { checkFolder } from '../doctor/check-folder.ts';
import { checkSettings } from '../doctor/check-settings.ts';
import { checkSpools } from '../doctor/check-spools.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { thisInstallation } from '../doctor/installation.ts';
import { print } from '../output/output.ts';
import { toJsonText } from '../render/json.ts';

/** `doctor`: looks at the whole installation and changes nothing. Returns 1 when something is broken. */
export async function doctor({ json }: { readonly json?: boolean }): Promise<number> {
  const installation = thisInstallation();
  const { lines: database, recorders } = await checkDatabase(installation);
  const lines = [
    checkNode(installation),
    ...checkFolder(installation),
    ...database,
    ...checkSettings(installation),
    ...checkSpools(installation, recorders),
    ...checkEditors(findEditors(installation), installation),
  ];
  await print(json ? `${toJsonText(lines.map(toJson))}\n` : lines.map(render).join(''));
  return lines.some(({ health }) => health === 'broken') ? 1 : 0;
}

const toJson = ({ subject, health, text, advice }: Diagnosis) => ({ subject, health, text, advice: advice ?? null });

const render = ({ subject, health, text, advice }: Diagnosis) =>
  `${health.padEnd(6)}  ${visible(subject)}: ${visible(text)}\n${advice === undefined ? '' : `        → ${visible(advice)}\n`}`;
