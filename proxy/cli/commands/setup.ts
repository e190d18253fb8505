import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { visible } from '#core/wire/visible.ts';
import { writeError } from '../../replay/playbook/file-error.ts';
import { acptapCommand, ownPrograms } from '../../setup/acptap-command.ts';
import type { CodeEditor, JsonEditor, Place } from '../../setup/editor.ts';
import { editors } from '../../setup/editors/editors.ts';
import { agentsOf, findEditor, findEditors, thisPlace } from '../../setup/find-editors.ts';
import { knownAgents } from '../../setup/known-agents.ts';
import { type Entry, isBroken, readAgents } from '../../setup/read-agents.ts';
import { readSettings, type SettingsFile } from '../../setup/settings-file.ts';
import { hasEdits, undoEdits, writeEdit } from '../../setup/undo-record.ts';
import { copyAgent, nameOfCopy, wrapAgent } from '../../setup/wrap-agent.ts';
import { askYesOrNo } from '../ask-yes-or-no.ts';
import { print, warn } from '../output.ts';
import { toJsonText } from '../render/json.ts';
import { entryFor, renderDifference, renderEditors, shellWord, stateOf } from '../render/setup.ts';

export interface SetupOptions {
  readonly agent?: string;
  readonly copy?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly file?: string;
  readonly json?: boolean;
}

/** `setup [EDITOR]`: lists editors and their agents, wraps one, or takes that back. Returns the exit code. */
export async function setup(id: string | undefined, options: SetupOptions): Promise<number> {
  const place = thisPlace();
  const acptap = acptapCommand(ownPrograms());
  const { agent, undo, copy } = options;
  if (id === undefined) {
    if (agent !== undefined || undo || copy || options.file !== undefined)
      throw new AcptapError('usage', `name the editor, too: acptap setup zed --agent NAME (editors: ${editorIds()})`);
    return list(findEditors(place), options, acptap);
  }
  const editor = editors.find((each) => each.id === id.toLowerCase()) ?? unknownEditor(id);
  if (editor.kind === 'code')
    return options.json ? list([findEditor(editor, place)], options, acptap) : paste(editor, options, acptap);
  if (undo) return takeBack(editor, options, place);
  if (agent === undefined) {
    if (copy) throw new AcptapError('usage', `name the agent to copy: acptap setup ${id} --agent NAME --copy`);
    settingsOf(editor, options, place); // reports that there are none
    return list([findEditor(withFile(editor, options), place)], options, acptap);
  }
  return wrap(editor, agent, options, { place, acptap });
}

const editorIds = () => editors.map((each) => each.id).join(', ');

function unknownEditor(id: string): never {
  const near = nearestName(
    id.toLowerCase(),
    editors.map((each) => each.id),
  );
  throw new AcptapError(
    'usage',
    `there is no editor "${id}"${near ? `: did you mean ${near}?` : ''} (editors: ${editorIds()}; in others put "acptap run --" before the agent's command)`,
  );
}

async function list(found: ReturnType<typeof findEditors>, { json }: SetupOptions, acptap: readonly string[]) {
  if (json) await print(`${toJsonText(found.map(toJson))}\n`);
  else if (found.length > 0) await print(renderEditors(found, acptap));
  else
    warn(
      `no editor with agents was found (looked for ${editors.map((each) => each.title).join(', ')}); name one to see its settings: acptap setup zed`,
    );
  return found.some((each) => 'files' in each && each.files.some((file) => file.problem !== undefined)) ? 2 : 0;
}

const toJson = (found: ReturnType<typeof findEditor>) => ({
  editor: found.editor.id,
  ...('plugins' in found
    ? { plugins: found.plugins }
    : {
        files: found.files.map(({ path, agents, problem }) => ({
          path,
          problem: problem ?? null,
          agents: agents.map((agent) => ({ name: agent.name, state: stateOf(agent), command: agent.command ?? null })),
        })),
      }),
});

async function paste({ id, title, plugins }: CodeEditor, options: SetupOptions, acptap: readonly string[]) {
  if (options.undo || options.copy || options.file !== undefined)
    throw new AcptapError(
      'usage',
      `the settings of ${title} are code: acptap does not edit them; acptap setup ${id} prints lines to paste`,
    );
  const agents = options.agent === undefined ? knownAgents : [knownAgent(options.agent)];
  for (const plugin of plugins) await print(`${title} with ${plugin.title}:\n\n${plugin.lines(agents, acptap)}\n`);
  return 0;
}

function knownAgent(name: string) {
  const names = knownAgents.map((each) => each.name);
  const found = knownAgents.find((each) => [each.name.toLowerCase(), ...each.ids].includes(name.toLowerCase()));
  return found ?? unknownAgent(name, names, 'known agents');
}

function unknownAgent(name: string, names: readonly string[], where: string): never {
  const near = nearestName(
    name.toLowerCase(),
    names.map((each) => each.toLowerCase()),
  );
  const meant = names.find((each) => each.toLowerCase() === near);
  throw new AcptapError(
    'usage',
    `there is no agent "${name}"${meant === undefined ? '' : `: did you mean ${meant}?`} (${where}: ${names.join(', ') || 'none'})`,
  );
}

const withFile = (editor: JsonEditor, { file }: SetupOptions): JsonEditor =>
  file === undefined ? editor : { ...editor, files: () => [file] };

/** The settings files of an editor that exist. @throws {AcptapError} when there are none. */
function settingsOf(editor: JsonEditor, options: SetupOptions, place: Place): readonly SettingsFile[] {
  const paths = withFile(editor, options).files(place);
  const found = paths.map(readSettings).filter((file) => file !== undefined);
  if (found.length > 0) return found;
  throw new AcptapError(
    'file-unusable',
    `${editor.title} has no settings file: looked for ${paths.join(', ')}; add an agent in the editor first, or name the file with --file`,
  );
}

interface Surroundings {
  readonly place: Place;
  readonly acptap: readonly [string, ...string[]];
}

async function wrap(editor: JsonEditor, name: string, options: SetupOptions, { place, acptap }: Surroundings) {
  const { file, entry, agents } = choose(editor, name, settingsOf(editor, options, place));
  if (entry.wrap) {
    warn(`${name} is wrapped already in ${file.path}: nothing to do`);
    return 0;
  }
  if (entry.command === undefined) {
    warn(
      `${name} cannot be wrapped: its entry in ${file.path} names no command. ${editor.installs} Add this entry instead, with the env of the old one:`,
    );
    await print(entryFor(name, editor, acptap));
    return 1;
  }
  if (options.copy && agents.some((each) => each.name === nameOfCopy(name))) {
    warn(`${file.path} has ${nameOfCopy(name)} already: nothing to do`);
    return 0;
  }
  if (acptap.some((word) => /[\\/]_npx[\\/]/.test(word)))
    warn('npx may remove this copy of acptap at any time; install it first: npm install --global acptap');
  const wrapped = (options.copy ? copyAgent : wrapAgent)(file.text, entry, { acptap, home: place.home });
  if (!(await confirm(file, wrapped.text, options))) return 1;
  const backup = writing(file, () => writeEdit(file, wrapped));
  const where = options.file === undefined ? '' : ` --file ${shellWord(options.file)}`;
  const undo = visible(`acptap setup ${editor.id} --undo --agent ${shellWord(name)}${where}`);
  await print(
    `Wrapped ${visible(name)}. The old file is ${visible(backup)}\nRestart the agent in ${editor.title}. Take it back: ${undo}\n`,
  );
  return 0;
}

interface Chosen {
  readonly file: SettingsFile;
  readonly entry: Entry;
  readonly agents: readonly Entry[];
}

/** Finds an agent in the settings files. @throws {AcptapError} when it is in none or in several. */
function choose(editor: JsonEditor, name: string, files: readonly SettingsFile[]): Chosen {
  const readable = files.filter(({ text }) => !isBroken(readAgents(text, editor.keys)));
  const all = (readable.length > 0 ? readable : files).map((file) => ({ file, agents: agentsOf(file, editor) }));
  const found = all.flatMap(({ file, agents }) =>
    agents.filter((entry) => entry.name === name).map((entry) => ({ file, entry, agents })),
  );
  const [one, other] = found;
  if (!one) {
    const names = all.flatMap(({ agents }) => agents.map((entry) => entry.name));
    return unknownAgent(name, names, `agents in ${files.map((file) => file.path).join(', ')}`);
  }
  if (!other) return one;
  const places = found.map(({ file, entry }) => `${file.path} (${entry.key})`).join(', ');
  const advice = one.file === other.file ? 'rename one of them' : 'choose one with --file';
  throw new AcptapError('usage', `${name} stands more than once in the settings: ${places}; ${advice}`);
}

async function takeBack(editor: JsonEditor, options: SetupOptions, place: Place): Promise<number> {
  const edited = settingsOf(editor, options, place).filter(hasEdits);
  const { agent } = options;
  let code: number | undefined;
  for (const file of edited) {
    agentsOf(file, editor); // reports a file that cannot be read
    const undone = undoEdits(file, editor.keys, agent);
    for (const name of undone.changed)
      warn(`${name} in ${file.path} was changed after acptap wrapped it: remove "acptap run --" by hand`);
    if (undone.changed.length > 0) code = 1;
    for (const name of undone.gone) warn(`${name} in ${file.path} is no longer wrapped: nothing to take back`);
    if (undone.names.length === 0) {
      if (undone.gone.length > 0) {
        writing(file, undone.write);
        code ??= 0;
      }
      continue;
    }
    if (!(await confirm(file, undone.bytes.toString('utf8'), options))) return 1;
    const kept = writing(file, undone.write);
    await print(`Unwrapped ${undone.names.map(visible).join(', ')}\n`);
    for (const backup of kept)
      await print(`${visible(file.path)} had changed, so the old file stays: ${visible(backup)}\n`);
    code ??= 0;
  }
  if (code !== undefined) return code;
  const what = agent === undefined ? 'wrapped no agent' : `not wrapped ${agent}`;
  warn(`acptap setup has ${what} in the settings of ${editor.title}: nothing to undo; remove "acptap run --" by hand`);
  return 1;
}

/** Shows the difference and asks. Without a terminal only `--yes` agrees. */
async function confirm(file: SettingsFile, next: string, { yes }: SetupOptions): Promise<boolean> {
  if (next !== file.text) await print(`${visible(file.path)}\n${renderDifference(file.text, next)}`);
  if (yes) return true;
  const isAgreed = await askYesOrNo('Write this?');
  if (!isAgreed)
    warn(
      isAgreed === undefined
        ? 'nothing was written, because without a terminal nobody can agree: run the command again with --yes'
        : 'nothing was written',
    );
  return isAgreed ?? false;
}

function writing<T>(file: SettingsFile, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw cause instanceof AcptapError ? cause : writeError(cause, file.path);
  }
}
