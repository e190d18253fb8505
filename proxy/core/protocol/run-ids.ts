/**
 * Members that hold an id a peer made up for this run, with the kind of thing it identifies. Excludes ids of
 * modes, models, options, providers and login methods, because they are the same in each run. Excludes
 * request ids, which have their own types.
 */
const RUN_IDS = {
  sessionId: 'session',
  senderSessionId: 'session',
  recipientSessionId: 'session',
  messageId: 'message',
  userMessageId: 'message',
  senderMessageId: 'message',
  recipientMessageId: 'message',
  toolCallId: 'tool-call',
  terminalId: 'terminal',
  elicitationId: 'elicitation',
  planId: 'plan',
  compactionId: 'compaction',
  connectionId: 'connection',
  serverId: 'server',
  cursor: 'cursor',
  nextCursor: 'cursor',
} as const;

/** The kind of thing that an id of a run identifies. */
export type RunIdKind = (typeof RUN_IDS)[keyof typeof RUN_IDS];

/** The kind of id in a member of this name; undefined for a member that holds no id of a run. */
export const runIdKind = (member: string): RunIdKind | undefined =>
  Object.hasOwn(RUN_IDS, member) ? RUN_IDS[member as keyof typeof RUN_IDS] : undefined;

/**
 * The kind of id in a member of any message: of a member that ACP does not know, the end of its name decides. `other`
 * includes ids of modes, models and providers, which a replay compares one to one. Excludes ids of options, because
 * the client chooses by them, and cursors, because a replay compares them as recorded.
 */
export function idKindByEnding(member: string): RunIdKind | 'other' | undefined {
  if (!member.endsWith('Id') || member === 'optionId') return undefined;
  return runIdKind(member) ?? (/sessionId$/i.test(member) ? 'session' : 'other');
}
