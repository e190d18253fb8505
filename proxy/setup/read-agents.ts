import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findWrap, type Wrap } from './find-wrap.ts';

/** Where an agent stands in a settings file: the top-level member, and its name there. */
export interface AgentPlace {
  readonly key: string;
  readonly name: string;
}

/** An agent in the settings of an editor. */
export interface Agent extends AgentPlace {
  /** The program with its arguments. Undefined when the entry names no command: the editor installs the agent itself. */
  readonly command: readonly [string, ...string[]] | undefined;
  /** Present when the command starts acptap. */
  readonly wrap: Wrap | undefined;
}

/** The parts of an agent's entry in the text. */
export interface Entry extends Agent {
  /** The member, or the element of an array. */
  readonly item: Node;
  readonly value: Node;
  readonly program: Node | undefined;
  readonly args: Node | undefined;
}

/** A place that no parser can read. Lines and columns count from 1. */
export interface Broken {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** Reads the agents from settings in JSON with comments and trailing commas, in the order of the file. */
export function readAgents(text: string, keys: readonly string[]): readonly Entry[] | Broken {
  const errors: ParseError[] = [];
  const json = text.replace(/^\uFEFF/, ' '); // of the same length, so that offsets stay
  if (json.trim() === '') return [];
  const root = parseTree(json, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) return { ...positionOf(text, error.offset), problem: wordsOf(printParseErrorCode(error.error)) };
  if (root?.type !== 'object') return { line: 1, column: 1, problem: 'an object was expected' };
  return keys.flatMap((key) => {
    const list = memberOf(root, key);
    return (list?.children ?? []).map((item) => entryOf(key, item)).filter((entry) => entry !== undefined);
  });
}

export const isBroken = (read: readonly Entry[] | Broken): read is Broken => 'problem' in read;

/** The value of a member. Editors use the last of several with one name. */
export const memberOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.type === 'object'
    ? object.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1]
    : undefined;

/** VS Code extensions list agents in an object by name, or in an array. */
function entryOf(key: string, item: Node): Entry | undefined {
  const value = item.type === 'property' ? item.children?.[1] : item;
  if (value?.type !== 'object') return undefined;
  const name: unknown =
    item.type === 'property' ? item.children?.[0]?.value : (memberOf(value, 'name') ?? memberOf(value, 'id'))?.value;
  if (typeof name !== 'string') return undefined;
  const given = memberOf(value, 'command');
  const holder = given?.type === 'object' ? given : value; // Zed before 2026: "command": { "path", "args" }
  const program = given?.type === 'object' ? memberOf(given, 'path') : given;
  const args = memberOf(holder, 'args');
  const command = commandOf(program, args);
  return { key, name, item, value, program, args, command, wrap: command && findWrap(command) };
}

function commandOf(program: Node | undefined, args: Node | undefined): readonly [string, ...string[]] | undefined {
  const words = (args?.children ?? []).map(({ value }) => value as unknown);
  const isUsable = (args === undefined || args.type === 'array') && words.every((word) => typeof word === 'string');
  return typeof program?.value === 'string' && program.value !== '' && isUsable ? [program.value, ...words] : undefined;
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** `CloseBraceExpected` → `close brace expected`. */
const wordsOf = (code: string) => code.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();
