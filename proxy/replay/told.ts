import { decodeFrame } from '#core/wire/decode.ts';
import { isObject, stringAt } from '#core/wire/json.ts';
import type { Message } from '#core/wire/jsonrpc.ts';

/** Updates that say how things are, not what happens: when they come, and how often, is no difference between two recordings. */
const STATUS = new Set([
  'usage_update',
  'session_info_update',
  'available_commands_update',
  'config_option_update',
  'current_mode_update',
  'notice',
]);

/** Members that say when, how much or of which release. */
const INCIDENTAL = new Set([
  '_meta',
  'usage',
  'cost',
  'updatedAt',
  'agentInfo',
  'info',
  'sessions',
  'configOptions',
  'modes',
  'models',
]);

/** Something the agent told the client. Of two recordings of one agent, two of these may be the same under other names. */
export interface Told {
  readonly message: Message;
  /** What it is counterpart of: the answer to one request, or the next thing told in one session. */
  readonly key: string;
  readonly session?: string;
}

export const keyOfSession = (session: string | undefined): string => `session ${session ?? ''}`;

/** Whether a member of this name names a thing that the agent made up a name for. */
export const isName = (member: string): boolean => member.endsWith('Id') && member !== 'optionId';

/** Undefined for what does not tell two recordings apart. */
export function toTold(bytes: Uint8Array): Told | undefined {
  const decoded = decodeFrame(bytes);
  const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
  if (!message) return undefined;
  if (message.kind === 'response') return { message, key: `answer ${message.id}` };
  const session = stringAt(message.params, 'sessionId');
  if (session === undefined && message.kind === 'notification') return undefined;
  if (STATUS.has(stringAt(message.params, 'update', 'sessionUpdate') ?? '')) return undefined;
  return { message, key: keyOfSession(session), ...(session === undefined ? {} : { session }) };
}

/**
 * True when two things told are the same but for names, times and amounts. `rename` is told each name of `a` and its counterpart in
 * `b`, and says whether they can be the same thing.
 */
export function isSameTold(
  a: Message,
  b: Message,
  rename: (from: string, to: string, member: string) => boolean,
): boolean {
  const content = (message: Message) =>
    message.kind === 'response' ? message.outcome : { method: message.method, params: message.params };
  return a.kind === b.kind && isSame(content(a), content(b), '', rename);
}

function isSame(a: unknown, b: unknown, member: string, rename: Parameters<typeof isSameTold>[2]): boolean {
  if (INCIDENTAL.has(member)) return true;
  if (typeof a === 'string' && typeof b === 'string') {
    if (isName(member)) return rename(a, b, member);
    return a === b || a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index], member, rename));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSame(a[name], b[name], name, rename));
}
