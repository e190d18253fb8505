import { visible } from '#core/wire/visible.ts';
import type { JsonEditor } from '../../setup/editor.ts';
import type { FoundCode, FoundEditor, FoundFile, FoundJson } from '../../setup/find-editors.ts';
import { knownAgents } from '../../setup/known-agents.ts';
import type { AgentEntry } from '../../setup/read-agents.ts';
import { expectedFailure } from '../expected-failure.ts';
import { table } from './table.ts';

/** The state of an agent in the settings. */
export function stateOf({ command, problem, wrap }: AgentEntry) {
  if (command) return wrap ? 'wrapped' : 'not wrapped';
  return problem === undefined ? 'cannot be wrapped' : 'cannot be read';
}

/** The editors with their agents, and what to do next. */
export function renderEditors(found: readonly FoundEditor[], acptap: readonly string[]): string {
  return found.map((each) => (each.kind === 'json' ? renderJson(each, acptap) : renderCode(each))).join('\n');
}

const renderCode = ({ editor, plugins }: FoundCode) =>
  `${editor.title} with ${plugins.join(' and ')}\n  The settings are code. Print the lines to paste: acptap setup ${editor.id}\n`;

function renderJson({ editor, files }: FoundJson, acptap: readonly string[]) {
  const lines = files.flatMap((file) => [`${editor.title}  ${visible(file.path)}\n`, renderFile(file)]);
  const agents = files.flatMap((file) => file.agents.map((agent) => ({ ...agent, path: file.path })));
  const open = agents.find((agent) => stateOf(agent) === 'not wrapped');
  if (open) lines.push(`  Wrap it: acptap setup ${editor.id} --agent ${visible(shellWord(open.name))}\n`);
  const installed = agents.filter((agent) => stateOf(agent) === 'cannot be wrapped');
  const [file] = files;
  const isEmpty = file && agents.length === 0 && files.every(({ problem }) => problem === undefined);
  const example = { name: 'gemini', key: file?.key ?? editor.keys[0] ?? '', path: file?.path ?? '' };
  const toAdd = isEmpty ? [example] : installed;
  if (toAdd.length > 0) lines.push(`  ${editor.installs}\n`);
  for (const { name, key, path } of toAdd)
    lines.push(
      `  To record ${visible(titleOf(name))}, add this entry to "${key}" in ${visible(path)}:\n`,
      entryFor({ name, key }, editor, acptap),
    );
  return lines.join('');
}

function renderFile({ agents, problem }: FoundFile): string {
  if (problem) return `  ${visible(describe(problem))}\n`;
  if (agents.length === 0) return '  no agents\n';
  return table(
    agents.map((agent) => [`  ${agent.name}`, stateOf(agent), agent.problem ?? (agent.command ?? []).join(' ')]),
  );
}

/** Why a settings file cannot be read. */
export const describe = (problem: Error): string => (expectedFailure(problem) ?? problem).message;

const known = (name: string) => knownAgents.find(({ ids, name: own }) => own === name || ids.includes(name));

const titleOf = (name: string) => known(name)?.name ?? name;

/** An entry to add by hand below the same key, for an agent that the editor installs by itself. */
export function entryFor(
  { name, key }: Pick<AgentEntry, 'name' | 'key'>,
  { members, listKey }: JsonEditor,
  [program, ...rest]: readonly string[],
): string {
  const agent = known(name)?.npx ?? [`COMMAND OF ${name.toUpperCase()}`];
  const entry = { ...members, command: program, args: [...rest, 'run', '--', ...agent] };
  const title = `${titleOf(name)} (acptap)`;
  const isElement = key === listKey;
  const json = JSON.stringify(isElement ? { name: title, ...entry } : entry, undefined, 2).replaceAll('\n', '\n    ');
  return `    ${isElement ? '' : `${JSON.stringify(title)}: `}${json}\n`;
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
