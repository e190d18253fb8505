/** For examples: the lines of a prompt turn in session `s`. Its request has id 1. */
export const PROMPT = '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Fix the tests"}]}';
export const END_TURN = '< 1 ok {"stopReason":"end_turn"}';
export const CANCELLED = '< 1 ok {"stopReason":"cancelled"}';
export const CANCEL = '> session/cancel {"sessionId":"s"}';
export const EXIT = '= exit {"code":0,"signal":null}';

/** The next turn; its request has id 2. */
export const NEXT_PROMPT = '> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
export const NEXT_END_TURN = '< 2 ok {"stopReason":"end_turn"}';

/** A `session/update` with `variant` as its `sessionUpdate`. */
export const update = (variant: string, members: object): string =>
  `< session/update ${JSON.stringify({ sessionId: 's', update: { sessionUpdate: variant, ...members } })}`;

export const CHUNK = update('agent_message_chunk', { content: { type: 'text', text: 'Looking' } });

/** Updates that introduce or change a tool call `t`. */
export const toolCall = (members: object = {}): string =>
  update('tool_call', { toolCallId: 't', title: 'Run the tests', ...members });
export const toolCallUpdate = (members: object): string => update('tool_call_update', { toolCallId: 't', ...members });

const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** The agent reports a tool call `t` and asks for permission with id 7; the options are `yes` and `no`. */
export const ask = (options: readonly object[] = OPTIONS): string =>
  `${toolCall()}\n< 7 session/request_permission ${JSON.stringify({ sessionId: 's', toolCall: { toolCallId: 't' }, options })}`;
export const ASK = ask();
export const selected = (optionId: string): string =>
  `> 7 ok ${JSON.stringify({ outcome: { outcome: 'selected', optionId } })}`;
export const DISMISSED = '> 7 ok {"outcome":{"outcome":"cancelled"}}';

/** Version 2: the response that accepts the prompt, and the updates about the work that follows. */
export const ACCEPTED = '< 1 ok {"messageId":"m1"}';
export const ECHO = update('user_message', { messageId: 'm1', content: [{ type: 'text', text: 'Fix the tests' }] });
export const RUNNING = update('state_update', { state: 'running' });
export const idle = (members: object = { stopReason: 'end_turn' }): string =>
  update('state_update', { state: 'idle', ...members });
export const message = (messageId: string): string =>
  update('agent_message_chunk', { messageId, content: { type: 'text', text: 'Looking' } });
