import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JsonEditor } from './editor.ts';
import { findWrap, type Wrap } from './find-wrap.ts';

/** Where an agent stands in a settings file: the top-level member, and its name there. */
export interface AgentPlace {
  readonly key: string;
  readonly name: string;
}

/** The properties of an editor that `readAgents` uses. */
export type AgentSettings = Pick<JsonEditor, 'keys' | 'listKey' | 'namesInstalled'>;

/** An agent in the settings of an editor. */
export type AgentEntry = CommandEntry | OtherEntry;

interface AnyEntry extends AgentPlace {
  /** `PATH` in the entry's `env`, where the editor looks for the program. */
  readonly path: string | undefined;
  /** The member, or the element of an array. */
  readonly item: Node;
  readonly value: Node;
}

/** An agent with a command, which can be wrapped. */
export interface CommandEntry extends AnyEntry {
  /** The program with its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly problem: undefined;
  /** Present when the command starts acptap. */
  readonly wrap: Wrap | undefined;
  readonly program: Node;
  readonly args: Node | undefined;
}

/** An agent that the editor installs itself, or whose entry cannot be read. */
interface OtherEntry extends AnyEntry {
  readonly command: undefined;
  /** Why the entry cannot be read: `"args" is not a list of texts`. */
  readonly problem: string | undefined;
  readonly wrap: undefined;
}

/** A place that no parser can read. Lines and columns count from 1. */
export interface Broken {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** Reads agents from settings: JSON with comments and trailing commas. In the order of `keys`, then of the file. */
export function readAgents(
  text: string,
  { keys, listKey, namesInstalled }: AgentSettings,
): readonly AgentEntry[] | Broken {
  const errors: ParseError[] = [];
  const json = text.replace(/^\uFEFF/, ' '); // of the same length, so that offsets stay
  if (json.trim() === '') return [];
  const root = parseTree(json, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) return { ...positionOf(text, error.offset), problem: wordsOf(printParseErrorCode(error.error)) };
  if (root?.type !== 'object') return { line: 1, column: 1, problem: 'an object was expected' };
  const lists = keys
    .map((key) => ({ key, list: memberOf(root, key), type: key === listKey ? 'array' : 'object' }))
    .filter(({ list }) => list !== undefined && list.type !== 'null');
  const odd = lists.find(({ list, type }) => list?.type !== type);
  if (odd) return { ...positionOf(text, odd.list?.offset ?? 0), problem: `${odd.key} is not an ${odd.type}` };
  return lists.flatMap(({ key, list }) =>
    (list?.children ?? []).map((item, index) => entryOf(key, item, { index, namesInstalled })),
  );
}

export const isBroken = (read: readonly AgentEntry[] | Broken): read is Broken => 'problem' in read;

/** The value of a member. Editors use the last of several with one name. */
export const memberOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.type === 'object'
    ? object.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1]
    : undefined;

/** VS Code extensions list agents in an object by name, or in an array. */
function entryOf(
  key: string,
  item: Node,
  { index, namesInstalled }: { readonly index: number; readonly namesInstalled: boolean },
): AgentEntry {
  const isMember = item.type === 'property';
  const value = (isMember ? item.children?.[1] : item) ?? item;
  const given: unknown = isMember
    ? item.children?.[0]?.value
    : (memberOf(value, 'name') ?? memberOf(value, 'id'))?.value;
  const name = typeof given === 'string' ? given : `${key}[${index}]`;
  const problem =
    value.type === 'object' ? (typeof given === 'string' ? undefined : '"name" is not text') : 'entry is not an object';
  return { key, name, item, value, ...startOf(value, { problem, mayBeInstalled: namesInstalled && isMember }) };
}

type Start = Omit<CommandEntry, keyof AnyEntry> | Omit<OtherEntry, keyof AnyEntry>;

/** How the editor starts the agent. `problem`: why the entry itself cannot be read. */
function startOf(
  value: Node,
  { problem, mayBeInstalled }: { readonly problem: string | undefined; readonly mayBeInstalled: boolean },
): Start & Pick<AgentEntry, 'path'> {
  const given = memberOf(value, 'command');
  const holder = given?.type === 'object' ? given : value; // Zed before 2026: "command": { "path", "args" }
  const program = given?.type === 'object' ? (memberOf(given, 'path') ?? given) : given;
  const args = memberOf(holder, 'args');
  const isInstalled = mayBeInstalled && given === undefined && memberOf(value, 'type')?.value !== 'custom';
  const start = problem !== undefined || isInstalled ? withoutCommand(problem) : commandOf(program, args);
  return { ...start, path: pathOf(memberOf(holder, 'env')) };
}

/** `PATH` of an environment; `Path` on Windows. */
function pathOf(env: Node | undefined): string | undefined {
  const path: unknown = (memberOf(env, 'PATH') ?? memberOf(env, 'Path'))?.value;
  return typeof path === 'string' ? path : undefined;
}

const withoutCommand = (problem: string | undefined) => ({ command: undefined, problem, wrap: undefined });

function commandOf(program: Node | undefined, args: Node | undefined): Start {
  const first: unknown = program?.value;
  const words = (args?.children ?? []).map(({ value }) => value as unknown);
  if (!program) return withoutCommand('"command" is missing');
  if (typeof first !== 'string') return withoutCommand('"command" is not text');
  if (first.trim() === '') return withoutCommand('"command" is empty');
  const isList = args === undefined || args.type === 'array';
  if (!isList || !words.every((word) => typeof word === 'string'))
    return withoutCommand('"args" is not a list of texts');
  const command = [first, ...words] as const;
  return { command, problem: undefined, wrap: findWrap(command), program, args };
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** `CloseBraceExpected` → `close brace expected`. */
const wordsOf = (code: string) => code.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();
