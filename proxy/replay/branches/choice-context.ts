import { IGNORED_MEMBERS, IGNORED_UPDATES, ignoredBy } from '#core/compare/ignored.ts';
import { runValueKind } from '#core/compare/run-values.ts';
import { isEqual } from '#core/json/difference.ts';
import { isObject, stringAt, type JsonObject } from '#core/json/json.ts';
import { idKindByEnding } from '#core/protocol/run-ids.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Message } from '#core/wire/jsonrpc.ts';

const INCIDENTAL_UPDATES = ignoredBy('branches', IGNORED_UPDATES);
const INCIDENTAL = ignoredBy('branches', IGNORED_MEMBERS);

/** A message of the agent that the client's next choice may depend on. Other recordings may use other names in it. */
export interface ChoiceContext {
  readonly message: Message;
  /** The key of its counterparts: the answers to one request, or the next message in one session. */
  readonly key: string;
  readonly session?: string;
}

export const keyOfSession = (session: string | undefined): string => `session ${session ?? ''}`;

/** Returns undefined for a message that no choice depends on. */
export function toChoiceContext(bytes: Uint8Array): ChoiceContext | undefined {
  const decoded = decodeFrame(bytes);
  const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
  if (!message) return undefined;
  if (message.kind === 'response') return { message, key: `answer ${message.id}` };
  const session = stringAt(message.params, 'sessionId');
  if (session === undefined && message.kind === 'notification') return undefined;
  const update = isObject(message.params) ? message.params['update'] : undefined;
  if (INCIDENTAL_UPDATES.has(stringAt(update, 'sessionUpdate') ?? '') || isProgress(update)) return undefined;
  return { message, key: keyOfSession(session), ...(session === undefined ? {} : { session }) };
}

/** An update with only a tool call's progress or its output. */
const isProgress = (update: unknown): boolean =>
  isObject(update) &&
  update['sessionUpdate'] === 'tool_call_update' &&
  membersOf(update).every((name) => name === 'sessionUpdate' || name === 'toolCallId');

const UNDER_WAY = new Set<unknown>(['pending', 'in_progress']);

/** The members to compare: of a tool call's content only file changes, its status once it has ended. */
const membersOf = (value: JsonObject): readonly string[] =>
  Object.keys(value).filter((name) => {
    if (INCIDENTAL.has(name) || value[name] === undefined) return false;
    if (!('toolCallId' in value)) return true;
    return name === 'content' ? diffsIn(value[name]).length > 0 : name !== 'status' || !UNDER_WAY.has(value[name]);
  });

const diffsIn = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content.filter((item: unknown) => stringAt(item, 'type') === 'diff') : [];

type Rename = (from: string, to: string, member: string) => boolean;

/**
 * True when two messages are the same except names, times and amounts. `rename` is called with each name of `a` and its
 * counterpart in `b`, and returns whether they can be the same thing.
 */
export function isSameChoiceContext(a: Message, b: Message, rename: Rename): boolean {
  const content = (message: Message) =>
    message.kind !== 'response'
      ? { method: message.method, params: message.params }
      : message.outcome.ok
        ? message.outcome
        : { code: message.outcome.error.code };
  return a.kind === b.kind && isSame(content(a), content(b), [], rename, 0);
}

/** Deeper than any message of ACP; deeper values are compared unchanged. */
const DEEPEST = 100;

function isSame(a: unknown, b: unknown, path: readonly string[], rename: Rename, depth: number): boolean {
  const member = path.at(-1) ?? '';
  if (typeof a === 'string' && typeof b === 'string' && idKindByEnding(member) && !path.includes('rawInput'))
    return rename(a, b, member);
  if (isLeaf(a) && isLeaf(b) && path.includes('rawInput')) {
    const kind = runValueKind(a, path, 'input');
    if (kind !== undefined && kind === runValueKind(b, path, 'input')) return true;
  }
  if (typeof a === 'string' && typeof b === 'string')
    return a === b || a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();
  if (depth > DEEPEST) return isEqual(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index], path, rename, depth + 1));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = new Set([...membersOf(a), ...membersOf(b)]);
  return [...names].every((name) => {
    const isContent = name === 'content' && 'toolCallId' in a;
    const [one, other] = isContent ? [diffsIn(a[name]), diffsIn(b[name])] : [a[name], b[name]];
    return isSame(one, other, [...path, name], rename, depth + 1);
  });
}

const isLeaf = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
