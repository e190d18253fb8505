import { valueAt, stringAt } from '#core/json/json.ts';
import { contentText } from '#core/protocol/tool-call-content.ts';
import { permissionSubject } from '#core/trace/permissions.ts';
import type { FileChange, ToolCallBody, ToolContent, TerminalView } from '#core/model/cards.ts';
import { asksPermission } from '#core/protocol/method-traits.ts';
import { toBlock } from './blocks.ts';
import { createBudget, cut, cutJson, type Budget } from './budget.ts';
import { toFiles } from './files.ts';
import { toAsks } from './permission-card.ts';
import { paramsOf, updateOf, variantOf, type CardMessage } from './card-message.ts';
import { toTerminals } from './terminal-views.ts';

/** A piece of content and its entry. */
interface Piece {
  readonly seq: number;
  readonly value: unknown;
}

/**
 * A tool call in its final state, from `tool_call` and `tool_call_update` of version 1, the upserts and
 * content chunks of version 2, and permission requests. A patch keeps absent members; null removes a member.
 * Source: https://agentclientprotocol.com/protocol/v1/tool-calls
 */
export function toToolCall(messages: readonly CardMessage[]): ToolCallBody {
  const members = new Map<string, unknown>();
  let pieces: Piece[] = [];
  for (const message of messages) {
    if (variantOf(message) === 'tool_call_content_chunk') {
      members.set('toolCallId', valueAt(updateOf(message), 'toolCallId'));
      pieces = withChunk(pieces, { seq: message.seq, value: valueAt(updateOf(message), 'content') });
      continue;
    }
    const patch = toolCallMembers(message);
    for (const name of MEMBERS) {
      const value = valueAt(patch, name);
      if (value !== undefined) members.set(name, value);
    }
    const content = valueAt(patch, 'content');
    if (content === null) pieces = [];
    if (Array.isArray(content)) pieces = content.map((value): Piece => ({ seq: message.seq, value }));
  }
  return toBody(members, pieces, messages);
}

const MEMBERS = ['toolCallId', 'title', 'kind', 'status', 'locations', 'rawInput', 'rawOutput'] as const;

function toBody(
  members: ReadonlyMap<string, unknown>,
  pieces: readonly Piece[],
  messages: readonly CardMessage[],
): ToolCallBody {
  const text = (name: (typeof MEMBERS)[number]) => {
    const value = members.get(name);
    return typeof value === 'string' ? value : null;
  };
  const budget = createBudget();
  const terminals = toTerminals(messages, budget);
  const content = pieces.map((piece) => toContent(piece, terminals, budget));
  const shown = new Set(content.flatMap((each) => (each.kind === 'terminal' ? [each.id] : [])));
  return {
    kind: 'tool-call',
    id: text('toolCallId') ?? '',
    title: text('title'),
    toolKind: text('kind'),
    status: text('status'),
    locations: toLocations(members.get('locations')),
    content,
    input: cutJson(members.get('rawInput'), budget),
    output: cutJson(members.get('rawOutput'), budget),
    asks: toAsks(messages),
    files: toFiles(messages, budget),
    terminals: terminals.filter(({ id }) => id === null || !shown.has(id)),
    ...(messages.some(showsDifference) ? { operations: [] } : {}),
  };
}

/** True for a message that shows a difference in the content of the tool call; a later one may replace it. */
const showsDifference = (message: CardMessage): boolean =>
  contentItems(message).some((value) => stringAt(value, 'type') === 'diff');

/** The terminals in a tool call's content. In version 2 their output comes in messages outside of the tool call. */
export const terminalsShown = (messages: readonly CardMessage[]): ReadonlySet<string> =>
  new Set(
    messages
      .flatMap(contentItems)
      .flatMap((value) => (stringAt(value, 'type') === 'terminal' ? (stringAt(value, 'terminalId') ?? []) : [])),
  );

/** The content in a message of a tool call, or the item of a chunk. */
function contentItems(message: CardMessage): readonly unknown[] {
  const items = valueAt(toolCallMembers(message), 'content') ?? valueAt(updateOf(message), 'content');
  return Array.isArray(items) ? items : [items];
}

/** The tool call members of an update or a permission request. */
export function toolCallMembers(message: CardMessage): unknown {
  if (message.message.kind === 'request' && asksPermission(message.method)) return permissionSubject(paramsOf(message));
  return variantOf(message)?.startsWith('tool_call') ? updateOf(message) : undefined;
}

/** Joins a text chunk with a preceding text. */
function withChunk(pieces: readonly Piece[], chunk: Piece): Piece[] {
  const last = pieces.at(-1);
  const [before, more] = [contentText(last?.value), contentText(chunk.value)];
  if (!last || before === undefined || more === undefined) return [...pieces, chunk];
  const joined = { type: 'content', content: { type: 'text', text: before + more } };
  return [...pieces.slice(0, -1), { seq: last.seq, value: joined }];
}

function toContent({ seq, value }: Piece, terminals: readonly TerminalView[], budget: Budget): ToolContent {
  switch (stringAt(value, 'type')) {
    case 'content':
      return { kind: 'block', seq, block: toBlock(valueAt(value, 'content'), seq, budget) };
    case 'diff':
      return Array.isArray(valueAt(value, 'changes')) ? toPatch(value, seq, budget) : toDiff(value, seq, budget);
    case 'terminal': {
      const id = stringAt(value, 'terminalId') ?? '';
      return { kind: 'terminal', seq, id, terminal: terminals.find((terminal) => terminal.id === id) ?? null };
    }
    default:
      return { kind: 'block', seq, block: toBlock(value, seq, budget) };
  }
}

/** Version 1. Shows both texts whole or not at all, because a cut text would show changes that were never made. */
function toDiff(value: unknown, seq: number, budget: Budget): ToolContent {
  const path = stringAt(value, 'path') ?? '';
  const [before, after] = [stringAt(value, 'oldText') ?? null, stringAt(value, 'newText') ?? ''];
  const size = (before?.length ?? 0) + after.length;
  if (size > budget.left) return { kind: 'diff', seq, path, before: null, after: null, missing: size };
  budget.left -= size;
  return { kind: 'diff', seq, path, before, after, missing: 0 };
}

/** Version 2. Source: https://agentclientprotocol.com/protocol/v2/tool-calls */
function toPatch(value: unknown, seq: number, budget: Budget): ToolContent {
  const [changes, text] = [valueAt(value, 'changes'), stringAt(value, 'patch', 'text')];
  return {
    kind: 'patch',
    seq,
    changes: Array.isArray(changes) ? changes.map(toChange) : [],
    patch: text === undefined ? null : cut(text, budget),
  };
}

const toChange = (change: unknown): FileChange => ({
  operation: stringAt(change, 'operation') ?? '',
  path: stringAt(change, 'path') ?? '',
  oldPath: stringAt(change, 'oldPath') ?? null,
});

function toLocations(value: unknown): ToolCallBody['locations'] {
  if (!Array.isArray(value)) return [];
  return value.map((location) => {
    const line = valueAt(location, 'line');
    return { path: stringAt(location, 'path') ?? '', line: typeof line === 'number' ? line : null };
  });
}
