/** A chunk of a text in session `s`; `more` are members of the update. */
export const chunk = (variant: string, text: string, more = '') =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"${variant}","content":{"type":"text","text":"${text}"}${more}}}`;
/** A chunk of the agent's message. */
export const says = (text: string, more?: string) => chunk('agent_message_chunk', text, more);
/** A session update. */
export const update = (members: string, session = 's') =>
  `< session/update {"sessionId":"${session}","update":{${members}}}`;
/** Introduces tool call `id`. */
export const call = (id: string, members = '') =>
  update(`"sessionUpdate":"tool_call","toolCallId":"${id}","title":"Edit ${id}"${members}`);
/** Updates tool call `id`. */
export const called = (id: string, members: string) =>
  update(`"sessionUpdate":"tool_call_update","toolCallId":"${id}",${members}`);
/** Opens session `s`. */
export const OPEN = `
  > 1 session/new {"cwd":"/work"}
  < 1 ok {"sessionId":"s"}`;
/** Begins a turn in the session. */
export const PROMPT = `> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Hi"}]}`;
/** Ends that turn. */
export const END = `< 2 ok {"stopReason":"end_turn"}`;
