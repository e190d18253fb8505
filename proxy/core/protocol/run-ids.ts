/**
 * Members that hold an id a peer made up for this run, and what it names. Ids of modes, models, options, providers and login methods are
 * not among them: they are vocabulary and the same in each run. Request ids have types and sides of their own and are not here either.
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

/** What an id of a run names. */
export type RunIdKind = (typeof RUN_IDS)[keyof typeof RUN_IDS];

/** What the id in a member of this name names; undefined for a member that holds no id of a run. */
export const runIdKind = (member: string): RunIdKind | undefined =>
  Object.hasOwn(RUN_IDS, member) ? RUN_IDS[member as keyof typeof RUN_IDS] : undefined;
