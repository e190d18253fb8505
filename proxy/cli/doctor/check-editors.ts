import { isAbsolute, win32 } from 'node:path';
import { acptapCommand, desktopPath, findProgram, shellPath } from '../../setup/acptap-command.ts';
import type { FoundCode, FoundEditor, FoundFile, FoundJson } from '../../setup/find-editors.ts';
import type { Machine } from '../../setup/machine.ts';
import type { AgentEntry } from '../../setup/read-agents.ts';
import { expectedFailure } from '../expected-failure.ts';
import { shellWord } from '../render/setup.ts';
import { type Diagnosis, toDiagnosis } from './diagnosis.ts';

/** The editors of this machine: whether their agents are wrapped and can be started. */
export function checkEditors(editors: readonly FoundEditor[], machine: Machine): readonly Diagnosis[] {
  if (editors.length === 0)
    return [
      {
        subject: 'editors',
        health: 'look',
        text: 'no editor with agents was found',
        advice: 'put "acptap run --" before the agent\'s command by hand',
      },
    ];
  return editors.flatMap((found) =>
    found.kind === 'json' ? found.files.flatMap((file) => checkFile(found, file, machine)) : [checkCode(found)],
  );
}

const checkCode = ({ editor, plugins }: FoundCode): Diagnosis => ({
  subject: editor.title,
  health: 'ok',
  text: `${plugins.join(', ')}: the settings are code, which acptap does not read (acptap setup ${editor.id})`,
});

function checkFile({ editor }: FoundJson, { path, agents, problem }: FoundFile, machine: Machine) {
  const subject = editor.title;
  if (problem) return [toDiagnosis(subject, expectedFailure(problem) ?? problem)];
  if (agents.length === 0) return [{ subject, health: 'ok', text: `no agents in ${path}` } as const];
  return agents.map((agent) => ({
    subject,
    ...checkAgent(agent, { path, editor: editor.id, machine, ownPath: agent.path }),
  }));
}

/** Where an agent stands. */
interface Where {
  /** The settings file. */
  readonly path: string;
  /** The id of the editor. */
  readonly editor: string;
  readonly machine: Machine;
  /** `PATH` in the entry of the agent. */
  readonly ownPath: string | undefined;
}

type Command = readonly [string, ...string[]];

/** A line of the report without the editor. */
type Verdict = Omit<Diagnosis, 'subject'>;

function checkAgent({ name, command, problem, wrap }: AgentEntry, where: Where): Verdict {
  if (problem !== undefined)
    return { health: 'broken', text: `${name} cannot be read: its ${problem}`, advice: `correct it in ${where.path}` };
  if (!command)
    return {
      health: 'ok',
      text: `${name} is installed by the editor: it cannot be wrapped (acptap setup ${where.editor})`,
    };
  const state = `${name} is ${wrap ? 'wrapped' : 'not wrapped'}`;
  const words = wrap?.agent ?? command;
  return (
    (wrap && (checkAcptap(state, wrap.acptap, where) ?? checkHome(state, words, where))) ??
    checkScript(state, words, where) ??
    checkProgram(state, words, where) ?? {
      health: 'ok',
      text: wrap ? state : `${state} (acptap setup ${where.editor} --agent ${shellWord(name)})`,
    }
  );
}

/** Checks Node, cli.js or acptap itself, as the settings name them. `state`: the beginning of the text. */
function checkAcptap(state: string, words: readonly string[], where: Where): Verdict | undefined {
  const { path, machine } = where;
  const advice = `in ${path}, replace ${words.join(' ')} by ${acptapCommand(machine).join(' ')}`;
  const gone = words.find((word) => isAbsolute(word) && machine.kindOf(word) !== 'file');
  if (gone !== undefined) return { health: 'broken', text: `${state}, but ${gone} is gone`, advice };
  const [program = ''] = words;
  const trouble = troubleWith(program, `${program} is in no folder of PATH`, where);
  return trouble && { advice, ...trouble, text: `${state}, but ${trouble.text}` };
}

/** Why an editor may not start a program. Undefined when it can. `missing`: the text when there is no such program. */
function troubleWith(program: string, missing: string, { machine, ownPath = '' }: Where): Verdict | undefined {
  const file = program.replace(HOME, () => machine.home);
  const editors = [desktopPath(machine), ownPath];
  const find = (paths: readonly string[], on = machine) =>
    paths.map((path) => findProgram(file, path, on)).find((found) => found !== undefined);
  if (/[\\/]/.test(file) && !win32.isAbsolute(file))
    return { health: 'look', text: `${program} is relative to the project folder, so doctor cannot find it` };
  if (find(editors) !== undefined) return undefined;
  const shell = shellPath(machine);
  if (find([shell]) !== undefined)
    return {
      health: 'look',
      text: `an editor started from the desktop may not find ${program}, which is in the PATH of this shell only`,
    };
  const plain = find([...editors, shell], { ...machine, isExecutable: () => true });
  if (plain === undefined) return { health: 'broken', text: missing };
  return { health: 'broken', text: `${plain} is not executable`, advice: `chmod +x ${shellWord(plain)}` };
}

const HOME = /^~(?=[\\/])/;

/** An editor expands `~` at the start of a command; `acptap run` does not. */
const checkHome = (state: string, [program]: Command, { path }: Where): Verdict | undefined =>
  HOME.test(program)
    ? {
        health: 'broken',
        text: `${state}, but acptap run does not expand ${program}`,
        advice: `write the full path in ${path}`,
      }
    : undefined;

/** Checks the agent's own program. */
function checkProgram(state: string, [program]: Command, where: Where): Verdict | undefined {
  const trouble = troubleWith(program, `its program ${program} was not found`, where);
  if (!trouble) return undefined;
  const advice =
    trouble.health === 'look'
      ? `if the editor does not find it, write its full path in ${where.path}`
      : `install it, or correct its command in ${where.path}`;
  return { advice, ...trouble, text: `${state}; ${trouble.text}` };
}

/** Files that an interpreter reads. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua|sh|ps1|jar|phar|dll)$/i;

/** Checks the script of an agent, as in `node SCRIPT`: the first argument, or one that looks like a script. */
function checkScript(state: string, [, ...args]: Command, { path, machine }: Where): Verdict | undefined {
  const gone = args.find((word, index) => {
    const file = word.replace(HOME, () => machine.home); // some editors expand it
    return isAbsolute(file) && (index === 0 || SCRIPT.test(file)) && machine.kindOf(file) === undefined;
  });
  if (gone === undefined) return undefined;
  return {
    health: 'broken',
    text: `${state}; ${gone} was not found`,
    advice: `install it, or correct its arguments in ${path}`,
  };
}
