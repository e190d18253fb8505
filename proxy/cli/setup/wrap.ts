import { AcptapError } from '#core/errors.ts';
import { visible } from '#core/wire/visible.ts';
import type { JsonEditor } from '../../setup/editor.ts';
import { agentsOf } from '../../setup/find-editors.ts';
import { type AgentEntry, isBroken, readAgents } from '../../setup/read-agents.ts';
import type { SettingsFile } from '../../setup/settings-file.ts';
import { writeEdit } from '../../setup/undo-record.ts';
import { copyAgent, nameOfCopy, wrapAgent, type Wrapping } from '../../setup/wrap-agent.ts';
import { print, warn } from '../output/output.ts';
import { entryFor, shellWord } from '../render/setup.ts';
import { changeSettings } from './change-settings.ts';
import { noSuchAgent } from './no-such-agent.ts';
import type { SetupOptions } from './options.ts';

/** `setup EDITOR --agent NAME`: wraps an agent, or adds a wrapped copy of it. Returns the exit code. */
export async function wrap(
  editor: JsonEditor,
  name: string,
  files: readonly SettingsFile[],
  options: SetupOptions & Wrapping,
): Promise<0 | 1> {
  const { acptap, copy, yes } = options;
  const { file, entry, agents } = choose(editor, name, files);
  if (entry.problem !== undefined)
    throw new AcptapError(
      'file-unusable',
      `${visible(name)} cannot be wrapped: in ${file.path}, its ${entry.problem}`,
      {
        advice: 'correct it in the editor',
      },
    );
  if (!entry.command) {
    warn(
      `${visible(name)} cannot be wrapped: its entry in ${file.path} names no command. ${editor.installs} Add this entry to "${entry.key}" there, with the env of the old one:`,
    );
    await print(entryFor(entry, editor, acptap));
    return 1;
  }
  if (entry.wrap) return nothingToDo(`${visible(name)} is wrapped already in ${file.path}`);
  if (copy && agents.some((each) => each.name === nameOfCopy(name)))
    return nothingToDo(`${file.path} has ${visible(nameOfCopy(name))} already`);
  if (acptap.some((word) => /[\\/]_npx[\\/]/.test(word)))
    warn('npx may remove this copy of acptap at any time; install it first: npm install --global acptap');
  const wrapped = (copy ? copyAgent : wrapAgent)(file.text, entry, options);
  const backup = await changeSettings(file, { next: wrapped.text, write: () => writeEdit(file, wrapped), yes });
  if (backup === undefined) return 1;
  const where = options.file === undefined ? '' : ` --file ${shellWord(options.file)}`;
  const undo = visible(`acptap setup ${editor.id} --undo --agent ${shellWord(name)}${where}`);
  await print(
    `Wrapped ${visible(name)}. The old file is ${visible(backup)}\nRestart the agent in ${editor.title}. Take it back: ${undo}\n`,
  );
  return 0;
}

function nothingToDo(why: string): 0 {
  warn(`${why}: nothing to do`);
  return 0;
}

interface Chosen {
  readonly file: SettingsFile;
  readonly entry: AgentEntry;
  /** All agents of the file. */
  readonly agents: readonly AgentEntry[];
}

/** Finds an agent in the settings files. @throws {AcptapError} when it is in none or in several. */
function choose(editor: JsonEditor, name: string, files: readonly SettingsFile[]): Chosen {
  const read = files.map((file) => ({ file, agents: readAgents(file.text, editor) }));
  const readable = read.filter(({ agents }) => !isBroken(agents)).map(({ file }) => file);
  const all = (readable.length > 0 ? readable : files).map((file) => ({ file, agents: agentsOf(file, editor) }));
  const found = all.flatMap(({ file, agents }) =>
    agents.filter((entry) => entry.name === name).map((entry) => ({ file, entry, agents })),
  );
  const [one, other] = found;
  if (!one) {
    const names = all.flatMap(({ agents }) => agents.map((entry) => entry.name));
    const unread = read.flatMap(({ file: { path }, agents }) =>
      isBroken(agents) ? [`; ${path}:${agents.line}:${agents.column} could not be read: ${agents.problem}`] : [],
    );
    const list = `agents in ${readable.map((file) => file.path).join(', ')}`;
    return noSuchAgent(name, names, { problem: `there is no agent "${name}"`, list, more: unread.join('') });
  }
  if (!other) return one;
  const places = found.map(({ file, entry }) => `${file.path} (${entry.key})`).join(', ');
  const advice = one.file === other.file ? 'rename one of them' : 'choose one with --file';
  throw new AcptapError('usage', `${visible(name)} stands more than once in the settings: ${places}; ${advice}`);
}
