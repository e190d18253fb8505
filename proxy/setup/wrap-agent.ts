import { applyEdits, createScanner, type Edit, type Node } from 'jsonc-parser';
import { type AgentPlace, type CommandEntry, type AgentEntry, memberOf } from './read-agents.ts';

/** A change of one entry by `wrapAgent` or `copyAgent`, reversible in a file that changed since. */
export interface OwnEdit extends AgentPlace {
  /** The name of the entry that was copied. Undefined when the entry itself was changed. */
  readonly copied?: string;
  /** The text of the copy. Undo removes the copy only if it is still this text. */
  readonly copy?: string;
  /** The old program as it stood in the text, with quotes and escapes. */
  readonly program: string;
  /** False when the entry had no `args`. */
  readonly hadArgs: boolean;
  /** The new program, and the arguments put before the old ones. */
  readonly words: readonly string[];
}

export interface Wrapped {
  readonly text: string;
  readonly edit: OwnEdit;
}

/** The inputs for wrapping an entry. */
export interface Wrapping {
  /** The command that starts acptap. */
  readonly acptap: readonly [string, ...string[]];
  /** The home folder, because editors expand `~` in a program's path, and acptap does not. */
  readonly home: string;
}

/** Puts `acptap run --` before the command of an agent. Everything else in the text stays as it is. */
export function wrapAgent(text: string, entry: CommandEntry, wrapping: Wrapping): Wrapped {
  const { edits, edit } = plan(text, entry, wrapping);
  return { text: applyEdits(text, edits), edit };
}

/** Adds a wrapped copy after the entry of an agent. The copy is named `NAME (acptap)`. */
export function copyAgent(text: string, entry: CommandEntry, wrapping: Wrapping): Wrapped {
  const { item, value } = entry;
  const { edits, edit } = plan(text, entry, wrapping);
  const id = item.type === 'property' ? undefined : memberOf(value, 'id');
  const renamed = [
    ...rename(item.type === 'property' ? item.children?.[0] : undefined, nameOfCopy),
    ...rename(memberOf(value, 'name'), nameOfCopy),
    ...rename(id, memberOf(value, 'name') ? (old) => `${old}-acptap` : nameOfCopy),
  ];
  const changed = applyEdits(text, [...edits, ...renamed]);
  const end = item.offset + item.length;
  const copy = changed.slice(item.offset, end + changed.length - text.length);
  return {
    text: `${text.slice(0, end)},${gapBefore(text, item.offset)}${copy}${text.slice(end)}`,
    edit: { ...edit, name: nameOfCopy(entry.name), copied: entry.name, copy },
  };
}

const rename = (node: Node | undefined, to: (name: string) => string): readonly Edit[] =>
  typeof node?.value === 'string' ? [replace(node, JSON.stringify(to(node.value)))] : [];

function plan(
  text: string,
  { key, name, program, args, command }: CommandEntry,
  { acptap, home }: Wrapping,
): { readonly edits: Edit[]; readonly edit: OwnEdit } {
  const words = [...acptap, 'run', '--', command[0].replace(/^~(?=[\\/])/, () => home)];
  const edits = [
    replace(program, JSON.stringify(words[0])),
    args ? insertWords(text, args, words.slice(1)) : addArgs(text, program, words.slice(1)),
  ];
  return { edits, edit: { key, name, program: textOf(text, program), hadArgs: args !== undefined, words } };
}

export const nameOfCopy = (name: string): string => `${name} (acptap)`;

/** Takes back an edit of ours. Undefined when the command of the entry is no longer as we left it. */
export function reverseEdit(text: string, entry: CommandEntry, edit: OwnEdit): string | undefined {
  const { program, args, command } = entry;
  const isOurs = edit.words.every((word, index) => command[index] === word);
  if (!isOurs || !args) return undefined;
  if (edit.copied !== undefined) return textOf(text, entry.item) === edit.copy ? removeItem(text, entry) : undefined;
  const holdsMore = command.length > edit.words.length;
  const member = edit.hadArgs || holdsMore ? undefined : gapTo(text, program, args.parent);
  return applyEdits(text, [
    replace(program, edit.program),
    member ? { offset: endOf(program), length: member, content: '' } : removeWords(text, args, edit.words.length - 1),
  ]);
}

const replace = ({ offset, length }: Node, content: string): Edit => ({ offset, length, content });

const textOf = (text: string, { offset, length }: Node) => text.slice(offset, offset + length);

const endOf = ({ offset, length }: Node) => offset + length;

/** The length from the end of one node to that of the next. Undefined when something else is in between. */
function gapTo(text: string, one: Node, next: Node | undefined): number | undefined {
  const isNext = next !== undefined && /^\s*,\s*$/.test(text.slice(endOf(one), next.offset));
  return isNext ? endOf(next) - endOf(one) : undefined;
}

/** Removes the first words of a list, with the comma behind them. */
function removeWords(text: string, { children = [] }: Node, count: number): Edit {
  const [first, last, kept] = [children[0], children[count - 1], children[count]];
  if (!first || !last) throw new Error('the list is shorter than the command that was read from it');
  const end = kept?.offset ?? endOf(last) + (/^\s*,/.exec(text.slice(endOf(last)))?.[0].length ?? 0);
  return { offset: first.offset, length: end - first.offset, content: '' };
}

/** The separator before a piece of text: a line end with the indentation, or a space. */
const gapBefore = (text: string, offset: number) => /(?:\r\n|\r|\n)[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? ' ';

function insertWords(text: string, args: Node, words: readonly string[]): Edit {
  const first = args.children?.[0];
  const gap = first ? gapBefore(text, first.offset) : ' ';
  const list = words.map((word) => JSON.stringify(word)).join(`,${gap}`);
  return { offset: first?.offset ?? args.offset + 1, length: 0, content: first ? `${list},${gap}` : list };
}

function addArgs(text: string, program: Node, words: readonly string[]): Edit {
  const gap = gapBefore(text, program.parent?.offset ?? program.offset);
  const list = words.map((word) => JSON.stringify(word)).join(', ');
  return { offset: endOf(program), length: 0, content: `,${gap}"args": [${list}]` };
}

/** Removes an entry with the comma before it; for the first entry, with the comma after it. Comments stay. */
export function removeItem(text: string, { item }: AgentEntry): string {
  const siblings = item.parent?.children ?? [];
  const at = siblings.indexOf(item);
  const before = siblings[at - 1];
  const gap = before && gapTo(text, before, item);
  if (before && gap !== undefined) return applyEdits(text, [{ offset: endOf(before), length: gap, content: '' }]);
  const comma = before ? commaBetween(text, endOf(before), item.offset) : commaBetween(text, endOf(item), text.length);
  const edits = [{ offset: item.offset, length: item.length, content: '' }];
  return applyEdits(text, comma === undefined ? edits : [...edits, { offset: comma, length: 1, content: '' }]);
}

/** The offset of the next comma, skipping comments. Undefined if another token comes first. */
function commaBetween(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true); // leaves comments out
  scanner.setPosition(from);
  scanner.scan();
  const place = scanner.getTokenOffset();
  return place < to && text[place] === ',' ? place : undefined;
}
