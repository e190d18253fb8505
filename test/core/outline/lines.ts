/** A piece of a text of session `s`; `more` are members of the update. */
export const chunk = (variant: string, text: string, more = '') =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"${variant}","content":{"type":"text","text":"${text}"}${more}}}`;
/** A piece of what the agent says. */
export const says = (text: string, more?: string) => chunk('agent_message_chunk', text, more);
/** Any update. */
export const update = (members: string, session = 's') =>
  `< session/update {"sessionId":"${session}","update":{${members}}}`;
/** A tool call `id` is introduced. */
export const call = (id: string, members = '') =>
  update(`"sessionUpdate":"tool_call","toolCallId":"${id}","title":"Edit ${id}"${members}`);
/** A tool call is updated. */
export const called = (id: string, members: string) =>
  update(`"sessionUpdate":"tool_call_update","toolCallId":"${id}",${members}`);
/** Session `s`. */
export const OPEN = `
  > 1 session/new {"cwd":"/work"}
  < 1 ok {"sessionId":"s"}`;
/** A turn of it. */
export const PROMPT = `> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Hi"}]}`;
/** The end of that turn. */
export const END = `< 2 ok {"stopReason":"end_turn"}`;
