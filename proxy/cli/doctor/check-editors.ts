import { isAbsolute } from 'node:path';
import { acptapCommand, desktopPath, findProgram, type Programs, shellPath } from '../../setup/acptap-command.ts';
import type { FoundEditor, FoundFile } from '../../setup/find-editors.ts';
import type { Agent } from '../../setup/read-agents.ts';
import { shellWord } from '../render/setup.ts';
import type { Diagnosis } from './diagnosis.ts';

/** The editors of this machine: whether their agents are wrapped and can be started. */
export function checkEditors(editors: readonly FoundEditor[], programs: Programs): readonly Diagnosis[] {
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
    'files' in found ? found.files.flatMap((file) => checkFile(found, file, programs)) : [checkCode(found)],
  );
}

const checkCode = ({ editor, plugins }: Extract<FoundEditor, { readonly plugins: unknown }>): Diagnosis => ({
  subject: editor.title,
  health: 'ok',
  text: `${plugins.join(', ')}: the settings are code, which acptap does not read (acptap setup ${editor.id})`,
});

type JsonFound = Extract<FoundEditor, { readonly files: unknown }>;

function checkFile(
  { editor }: JsonFound,
  { path, agents, problem }: FoundFile,
  programs: Programs,
): readonly Diagnosis[] {
  if (problem !== undefined) {
    const [text = problem, advice] = problem.split(/: (?=correct|save|move)/);
    return [{ subject: editor.title, health: 'broken', text, ...(advice === undefined ? {} : { advice }) }];
  }
  if (agents.length === 0) return [{ subject: editor.title, health: 'ok', text: `no agents in ${path}` }];
  return agents.map((agent) => ({
    subject: editor.title,
    ...checkAgent(agent, { path, editor: editor.id, programs }),
  }));
}

interface Where {
  readonly path: string;
  readonly editor: string;
  readonly programs: Programs;
}

type Verdict = Omit<Diagnosis, 'subject'>;

function checkAgent(agent: Agent, where: Where): Verdict {
  const { name, command, wrap } = agent;
  if (command === undefined)
    return {
      health: 'ok',
      text: `${name} is installed by the editor: it cannot be wrapped (acptap setup ${where.editor})`,
    };
  const own = wrap ? checkAcptap(name, wrap.acptap, where) : undefined;
  if (own) return own;
  const state = wrap ? 'wrapped' : 'not wrapped';
  const started = checkProgram(name, (wrap?.agent ?? command)[0], state, where);
  if (started) return started;
  const advice = `acptap setup ${where.editor} --agent ${shellWord(name)}`;
  return { health: 'ok', text: wrap ? `${name} is wrapped` : `${name} is not wrapped (${advice})` };
}

/** Node, cli.js or acptap itself, as the settings name them. */
function checkAcptap(name: string, words: readonly string[], { path, programs }: Where): Verdict | undefined {
  const now = acptapCommand(programs).join(' ');
  const gone = words.filter((word) => isAbsolute(word)).find((word) => !programs.isFile(word));
  if (gone !== undefined)
    return {
      health: 'broken',
      text: `${name} is wrapped, but ${gone} is gone`,
      advice: `in ${path}, replace ${words.join(' ')} by ${now}`,
    };
  const [program = ''] = words;
  if (isAbsolute(program) || findProgram(program, desktopPath(programs), programs)) return undefined;
  const inShell = findProgram(program, shellPath(programs), programs) !== undefined;
  return {
    health: inShell ? 'look' : 'broken',
    text: inShell
      ? `${name} is wrapped, but an editor started from the desktop may not find ${program}, which is in the PATH of this shell only`
      : `${name} is wrapped, but ${program} is in no folder of PATH`,
    advice: `in ${path}, replace ${words.join(' ')} by ${now}`,
  };
}

/** The agent's own program. An editor expands `~`; `acptap run` does not. */
function checkProgram(name: string, program: string, state: string, { path, programs }: Where): Verdict | undefined {
  const isWrapped = state === 'wrapped';
  if (isWrapped && HOME.test(program))
    return {
      health: 'broken',
      text: `${name} is wrapped, but acptap run does not expand ${program}`,
      advice: `write the full path in ${path}`,
    };
  const file = program.replace(HOME, () => programs.env['HOME'] ?? '~');
  if (findProgram(file, desktopPath(programs), programs)) return undefined;
  if (findProgram(file, shellPath(programs), programs))
    return {
      health: 'look',
      text: `${name} is ${state}; an editor started from the desktop may not find ${program}, which is in the PATH of this shell only`,
      advice: `if the editor does not find it, write its full path in ${path}`,
    };
  return {
    health: 'broken',
    text: `${name} is ${state}; its program ${program} was not found`,
    advice: `install it, or correct its command in ${path}`,
  };
}

const HOME = /^~(?=[\\/])/;
