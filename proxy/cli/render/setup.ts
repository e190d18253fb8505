import { visible } from '#core/wire/visible.ts';
import type { JsonEditor } from '../../setup/editor.ts';
import type { FoundEditor, FoundFile } from '../../setup/find-editors.ts';
import { knownAgents } from '../../setup/known-agents.ts';
import type { Agent } from '../../setup/read-agents.ts';
import { table } from './table.ts';

/** The state of an agent in the settings. */
export const stateOf = ({ command, wrap }: Agent): 'wrapped' | 'not wrapped' | 'cannot be wrapped' =>
  command === undefined ? 'cannot be wrapped' : wrap ? 'wrapped' : 'not wrapped';

/** The editors with their agents, and what to do next. */
export function renderEditors(found: readonly FoundEditor[], acptap: readonly string[]): string {
  return found.map((each) => ('files' in each ? renderJson(each, acptap) : renderCode(each))).join('\n');
}

const renderCode = ({ editor, plugins }: Extract<FoundEditor, { readonly plugins: unknown }>) =>
  `${editor.title} with ${plugins.join(' and ')}\n  The settings are code. Print the lines to paste: acptap setup ${editor.id}\n`;

function renderJson({ editor, files }: Extract<FoundEditor, { readonly files: unknown }>, acptap: readonly string[]) {
  const lines = files.flatMap((file) => [`${editor.title}  ${visible(file.path)}\n`, renderFile(file)]);
  const agents = files.flatMap((file) => file.agents);
  const open = agents.find((agent) => stateOf(agent) === 'not wrapped');
  if (open) lines.push(`  Wrap it: acptap setup ${editor.id} --agent ${visible(shellWord(open.name))}\n`);
  const closed = agents.filter((agent) => stateOf(agent) === 'cannot be wrapped');
  if (closed.length > 0)
    lines.push(
      `  ${editor.installs} Add this entry to record one:\n`,
      ...closed.map((agent) => entryFor(agent.name, editor, acptap)),
    );
  else if (agents.length === 0 && files.every((file) => file.problem === undefined))
    lines.push(`  ${editor.installs} To record one, add an entry, for example:\n`, entryFor('gemini', editor, acptap));
  return lines.join('');
}

function renderFile({ agents, problem }: FoundFile): string {
  if (problem !== undefined) return `  ${visible(problem)}\n`;
  if (agents.length === 0) return '  no agents\n';
  const rows = agents.map((agent) => [`  ${agent.name}`, stateOf(agent), (agent.command ?? []).join(' ')]);
  return table(rows);
}

/** An entry to add by hand, for an agent that the editor installs by itself. */
export function entryFor(name: string, editor: JsonEditor, [program, ...rest]: readonly string[]): string {
  const known = knownAgents.find(({ ids, name: own }) => own === name || ids.includes(name));
  const agent = known?.npx ?? [`COMMAND OF ${name.toUpperCase()}`];
  const entry = { ...editor.members, command: program, args: [...rest, 'run', '--', ...agent] };
  const title = `${known?.name ?? name} (acptap)`;
  return `    ${JSON.stringify(title)}: ${JSON.stringify(entry, undefined, 2).replaceAll('\n', '\n    ')}\n`;
}

/** Quotes a word for a shell when it needs that. */
export const shellWord = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** How many unchanged lines a difference shows around a change. */
const AROUND = 1;

/** The changed lines of a file, with the number of the first. */
export function renderDifference(before: string, after: string): string {
  const [old, next] = [before, after].map((text) => text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/)) as [
    string[],
    string[],
  ];
  const start = old.findIndex((line, index) => line !== next[index]);
  const from = start === -1 ? Math.min(old.length, next.length) : start;
  let same = 0;
  while (same < Math.min(old.length, next.length) - from && old.at(-1 - same) === next.at(-1 - same)) same += 1;
  const [first, last] = [Math.max(0, from - AROUND), Math.min(old.length, old.length - same + AROUND)];
  const show = (mark: string, lines: readonly string[]) =>
    lines.map((line) => `  ${mark} ${visible(line.replaceAll('\t', '    '))}\n`);
  return [
    `  line ${first + 1}:\n`,
    ...show(' ', old.slice(first, from)),
    ...show('-', old.slice(from, old.length - same)),
    ...show('+', next.slice(from, next.length - same)),
    ...show(' ', old.slice(old.length - same, last)),
  ].join('');
}
