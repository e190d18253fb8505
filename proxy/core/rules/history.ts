/** Updates that make up a conversation. Others (commands, modes, options, usage, titles) tell how a session is, and may come any time. */
export const HISTORY: ReadonlySet<string> = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  // version 2
  'user_message',
  'agent_message',
  'agent_thought',
  'tool_call_content_chunk',
  'plan_update',
]);

export const isHistory = (variant: string | undefined): boolean => variant !== undefined && HISTORY.has(variant);

/** What only the user says. Outside a turn it can be nothing but history. */
export const isUserMessage = (variant: string | undefined): boolean =>
  variant === 'user_message_chunk' || variant === 'user_message';
