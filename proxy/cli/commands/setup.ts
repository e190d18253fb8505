import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { acptapCommand } from '../../setup/acptap-command.ts';
import type { CodeEditor, JsonEditor } from '../../setup/editor.ts';
import { editors } from '../../setup/editors/editors.ts';
import { findEditor, findEditors, type FoundEditor } from '../../setup/find-editors.ts';
import { knownAgents } from '../../setup/known-agents.ts';
import { thisMachine } from '../../setup/machine.ts';
import { print, warn } from '../output/output.ts';
import { toJsonText } from '../render/json.ts';
import { describe, renderEditors, stateOf } from '../render/setup.ts';
import { noSuchAgent } from '../setup/no-such-agent.ts';
import type { SetupOptions } from '../setup/options.ts';
import { setupMcp } from '../setup/mcp.ts';
import { settingsOf } from '../setup/settings-of.ts';
import { takeBack } from '../setup/take-back.ts';
import { wrap } from '../setup/wrap.ts';

/** `setup [EDITOR]`: lists editors and their agents, wraps one, or takes that back. Returns the exit code. */
export async function setup(id: string | undefined, options: SetupOptions): Promise<number> {
  const machine = thisMachine();
  const acptap = acptapCommand(machine);
  const { agent, undo, copy, yes, file } = options;
  if (options.mcp) return setupMcp(id, options, machine, acptap);
  if (id === undefined) {
    if (agent !== undefined || undo || copy || yes || file !== undefined)
      throw new AcptapError('usage', `name the editor, too: acptap setup zed --agent NAME (editors: ${editorIds()})`);
    return list(findEditors(machine), options, acptap);
  }
  const editor = withFile(editors.find((each) => each.id === id.toLowerCase()) ?? unknownEditor(id), file);
  if (editor.kind === 'code') {
    refuseToEdit(editor, options);
    return options.json ? list([findEditor(editor, machine)], options, acptap) : paste(editor, agent, acptap);
  }
  const files = settingsOf(editor, machine);
  if (undo) return takeBack(editor, files, options);
  if (agent !== undefined) return wrap(editor, agent, files, { ...options, acptap, home: machine.home });
  if (copy) throw new AcptapError('usage', `name the agent to copy: acptap setup ${id} --agent NAME --copy`);
  if (yes) throw new AcptapError('usage', `name the agent to wrap: acptap setup ${id} --agent NAME --yes`);
  return list([findEditor(editor, machine)], options, acptap);
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

/** With `--file` an editor has this settings file only. */
const withFile = (editor: JsonEditor | CodeEditor, file: string | undefined): JsonEditor | CodeEditor =>
  file === undefined || editor.kind === 'code' ? editor : { ...editor, files: () => [file] };

async function list(found: readonly FoundEditor[], { json }: SetupOptions, acptap: readonly string[]): Promise<0 | 2> {
  if (json) await print(`${toJsonText(found.map(toJson))}\n`);
  else if (found.length > 0) await print(renderEditors(found, acptap));
  else
    warn(
      `no editor with agents was found (looked for ${editors.map((each) => each.title).join(', ')}); name one to see its settings: acptap setup zed`,
    );
  return found.some((each) => each.kind === 'json' && each.files.some(({ problem }) => problem)) ? 2 : 0;
}

const toJson = (found: FoundEditor) => ({
  editor: found.editor.id,
  ...(found.kind === 'code'
    ? { plugins: found.plugins }
    : {
        files: found.files.map(({ path, agents, problem }) => ({
          path,
          problem: problem ? describe(problem) : null,
          agents: agents.map((agent) => ({
            name: agent.name,
            state: stateOf(agent),
            command: agent.command ?? null,
            problem: agent.problem ?? null,
          })),
        })),
      }),
});

function refuseToEdit({ id, title }: CodeEditor, { undo, copy, yes, file }: SetupOptions): void {
  if (undo || copy || yes || file !== undefined)
    throw new AcptapError(
      'usage',
      `the settings of ${title} are code: acptap does not edit them; acptap setup ${id} prints lines to paste`,
    );
}

async function paste({ title, plugins }: CodeEditor, agent: string | undefined, acptap: readonly string[]): Promise<0> {
  const agents = agent === undefined ? knownAgents : [knownAgent(agent)];
  for (const plugin of plugins) await print(`${title} with ${plugin.title}:\n\n${plugin.lines(agents, acptap)}\n`);
  return 0;
}

function knownAgent(name: string) {
  const found = knownAgents.find((each) => [each.name.toLowerCase(), ...each.ids].includes(name.toLowerCase()));
  if (found) return found;
  const names = knownAgents.map((each) => each.name);
  return noSuchAgent(name, names, { problem: `there is no agent "${name}"`, list: 'known agents' });
}
