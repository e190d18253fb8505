/** The updates of version 1 that are output of a turn. Others describe the session and may come at any time. */
const TURN_CONTENT = new Set(['agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan']);

export const isTurnContent = (variant: string | undefined): boolean =>
  variant !== undefined && TURN_CONTENT.has(variant);
