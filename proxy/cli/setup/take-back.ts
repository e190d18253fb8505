import { visible } from '#core/wire/visible.ts';
import type { JsonEditor } from '../../setup/editor.ts';
import { agentsOf } from '../../setup/find-editors.ts';
import type { SettingsFile } from '../../setup/settings-file.ts';
import { editedAgents, undoEdits } from '../../setup/undo-record.ts';
import { print, warn } from '../output/output.ts';
import { changeSettings, writeOrExplain } from './change-settings.ts';
import { noSuchAgent } from './no-such-agent.ts';
import type { SetupOptions } from './options.ts';

/** `setup EDITOR --undo`: undoes the changes of `setup`, for all agents or one. Returns the exit code. */
export async function takeBack(
  editor: JsonEditor,
  files: readonly SettingsFile[],
  { agent, yes }: SetupOptions,
): Promise<0 | 1> {
  const names = [...new Set(files.flatMap(editedAgents))];
  if (agent !== undefined && !names.includes(agent))
    noSuchAgent(agent, names, {
      problem: `acptap setup has not wrapped "${agent}" in the settings of ${editor.title}`,
      list: 'agents that it can take back',
    });
  if (names.length === 0) {
    warn(
      `acptap setup has wrapped no agent in the settings of ${editor.title}: nothing to undo; remove "acptap run --" by hand`,
    );
    return 1;
  }
  let code: 0 | 1 = 0;
  for (const file of files.filter((each) => isEdited(each, agent))) {
    agentsOf(file, editor); // reports a file that cannot be read
    const undone = undoEdits(file, editor, agent);
    for (const { name, copied } of undone.changed) {
      const shown = visible(name);
      const [did, what] = copied === undefined ? ['wrapped', '"acptap run --"'] : ['added', `the entry "${shown}"`];
      warn(`${shown} in ${file.path} was changed after acptap ${did} it: remove ${what} by hand`);
    }
    if (undone.changed.length > 0) code = 1;
    for (const name of undone.gone) warn(`${visible(name)} in ${file.path} is no longer wrapped: nothing to take back`);
    if (undone.names.length === 0) {
      if (undone.gone.length > 0) writeOrExplain(file, undone.write); // removes it from the record
      continue;
    }
    const kept = await changeSettings(file, { next: undone.bytes.toString('utf8'), write: undone.write, yes });
    if (!kept) return 1;
    await print(`Unwrapped ${undone.names.map(visible).join(', ')}\n`);
    for (const backup of kept)
      await print(`${visible(file.path)} had changed, so the old file stays: ${visible(backup)}\n`);
  }
  return code;
}

const isEdited = (file: SettingsFile, agent: string | undefined) =>
  editedAgents(file).some((name) => agent === undefined || name === agent);
