/** Updates that make up a conversation. Others (commands, modes, usage) describe the session and may come any time. */
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

/** True for messages of the user. Outside a turn these can only be history. */
export const isUserMessage = (variant: string | undefined): boolean =>
  variant === 'user_message_chunk' || variant === 'user_message';
