import { editDistance } from './did-you-mean.ts';

/**
 * Names that pages, older releases and the other version have taught, and what they are called. Only candidates that fit the place are
 * ever suggested.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  // "Handling updates" in documentation that was generated for an SDK, and examples on the official pages
  modeId: ['currentModeId'],
  currentMode: ['currentModeId'],
  steps: ['entries'],
  appendContent: ['content'],
  mcp: ['mcpCapabilities'],
  running: ['in_progress'],
  requires_permission: ['pending'],
  text: ['content'],
  code: ['content'],
  image: ['content'],
  patch: ['diff'],
  // renamed between releases
  id: ['planId', 'providerId', 'serverId', 'methodId', 'configId', 'groupId'],
  connectionId: ['serverId'],
  // renamed between the versions
  clientInfo: ['info'],
  agentInfo: ['info'],
  info: ['clientInfo', 'agentInfo'],
  clientCapabilities: ['capabilities'],
  agentCapabilities: ['capabilities'],
  capabilities: ['clientCapabilities', 'agentCapabilities'],
  methodId: ['id'],
  configId: ['id'],
  groupId: ['group'],
  tool_call: ['tool_call_update'],
  plan: ['plan_update'],
};

/** What is also said of a wrong value, by the name of the union or enum and the value. */
const HINTS: Readonly<Record<string, string>> = {
  'ToolCallContent text': 'content blocks are wrapped in {"type":"content"}',
  'ToolCallContent image': 'content blocks are wrapped in {"type":"content"}',
  'ToolCallContent audio': 'content blocks are wrapped in {"type":"content"}',
  'ToolCallContent resource': 'content blocks are wrapped in {"type":"content"}',
  'ToolCallContent resource_link': 'content blocks are wrapped in {"type":"content"}',
  'ToolCallStatus cancelled': 'only version 2 has it',
  'ToolCallStatus paused': 'only version 2 has it',
  'ContentChunk index': 'chunks are not numbered',
  'ToolCallUpdate appendContent': 'content replaces the whole list',
};

export const hintFor = (of: string | undefined, name: string): string | undefined =>
  lookUp(HINTS, `${of ?? ''} ${name}`);

/** The candidate that a wrong name is meant to be: by a known confusion, by another spelling of the words, by a slip of the finger. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  const alias = lookUp(ALIASES, name)?.find((right) => candidates.includes(right));
  if (alias !== undefined) return alias;
  const squashed = squash(name);
  const sameWords = candidates.find((candidate) => squash(candidate) === squashed);
  if (sameWords !== undefined) return sameWords;
  // In a short name two slips make any other.
  let [nearest, least]: [string | undefined, number] = [undefined, name.length < 6 ? 2 : 3];
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate, least);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** `inProgress`, `in-progress` and `in_progress` alike. */
const squash = (name: string) => name.slice(0, 100).replace(/[_-]/g, '').toLowerCase();

const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
