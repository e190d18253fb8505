import { linesOf } from './player-conversation.ts';

/** A turn that was cancelled after a permission request, and the next turn. */
export const CANCELLED = `
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
  < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}
  > 0 ok {"outcome":{"outcome":"selected","optionId":"y"}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"in_progress"}}
  > session/cancel {"sessionId":"s"}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"failed"}}
  < 2 ok {"stopReason":"cancelled"}
  > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"again"}]}
  < 3 ok {"stopReason":"end_turn"}`;
/** The frames of its client. */
export const [OPEN = '', GO = '', YES = '', CANCEL = '', AGAIN = ''] = linesOf(CANCELLED).filter((line) =>
  line.startsWith('>'),
);
