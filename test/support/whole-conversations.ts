import { CHAIN_HANDSHAKE, TURN } from '../proxy-chain.ts';

const update = (variant: string, members: object, session = 's'): string =>
  `< session/update ${JSON.stringify({ sessionId: session, update: { sessionUpdate: variant, ...members } })}`;
const text = (words: string) => ({ type: 'text', text: words });

const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** A conversation of version 1: two sessions, three turns, an error, a cancel, and an open request. */
export const WHOLE_V1 = `
  = spawn {"pid":4242}
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true},"terminal":true},"clientInfo":{"name":"editor","version":"1.0.0"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true},"agentInfo":{"name":"agent","version":"2.0.0"},"authMethods":[]}
  > 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
  ! ready
  < 1 ok {"sessionId":"s","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}
  ${update('available_commands_update', { availableCommands: [{ name: 'test', description: 'Runs tests' }] })}
  @100000 > 2 session/set_mode {"sessionId":"s","modeId":"code"}
  ${update('current_mode_update', { currentModeId: 'code' })}
  < 2 ok {}
  @2000000 > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Fix the tests"},{"type":"resource_link","uri":"file:///home/me/app/a.ts","name":"a.ts"}]}
  ${update('agent_thought_chunk', { content: text('Where are they?') })}
  ${update('plan', { entries: [{ content: 'Read', priority: 'high', status: 'in_progress' }] })}
  @2600000 ${update('agent_message_chunk', { content: text('Reading ') })}
  ${update('agent_message_chunk', { content: text('a.ts.') })}
  ${update('tool_call', { toolCallId: 't', title: 'Edit a.ts', kind: 'edit', status: 'pending', locations: [{ path: '/home/me/app/a.ts' }] })}
  < 0 fs/read_text_file {"sessionId":"s","path":"/home/me/app/a.ts"}
  > 0 ok {"content":"export {}"}
  < 1 session/request_permission ${JSON.stringify({ sessionId: 's', toolCall: { toolCallId: 't' }, options: OPTIONS })}
  @9000000 > 1 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
  ${update('tool_call_update', { toolCallId: 't', status: 'completed', content: [{ type: 'diff', path: '/home/me/app/a.ts', oldText: 'a', newText: 'b' }] })}
  < 2 terminal/create {"sessionId":"s","command":"npm","args":["test"]}
  > 2 ok {"terminalId":"term"}
  < 3 terminal/output {"sessionId":"s","terminalId":"term"}
  > 3 ok {"output":"1 passed","truncated":false,"exitStatus":{"exitCode":0}}
  < 4 terminal/release {"sessionId":"s","terminalId":"term"}
  > 4 error {"code":-32603,"message":"No such terminal"}
  ${update('usage_update', { used: 1200, size: 200000, cost: { amount: 0.02, currency: 'USD' } })}
  < 3 ok {"stopReason":"end_turn","usage":{"inputTokens":100,"outputTokens":20,"totalTokens":120}}
  @12000000 > 4 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}
  ${update('user_message_chunk', { content: text('Earlier') }, 'old')}
  < 4 ok {}
  > 5 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}
  > 6 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Meanwhile"}]}
  ${update('tool_call', { toolCallId: 'u', title: 'Build', kind: 'execute', status: 'in_progress' }, 'old')}
  < 6 error {"code":-32000,"message":"Busy"}
  > session/cancel {"sessionId":"old"}
  ${update('tool_call_update', { toolCallId: 'u', status: 'failed' }, 'old')}
  @20000000 < 5 ok {"stopReason":"cancelled"}
  < | {"jsonrpc":"2.0","id":9,
  > _craft/ping {"token":"k-1"}
  < 5 fs/read_text_file {"sessionId":"s","path":"/home/me/app/b.ts"}
  = exit {"code":0,"signal":null}`;

/** A conversation of version 2: a message that is echoed, work that ends in the background, a permission, an elicitation. */
export const WHOLE_V2 = `
  > 0 initialize {"protocolVersion":2,"capabilities":{"elicitation":{"form":{}}},"info":{"name":"editor","version":"1.0.0"}}
  < 0 ok {"protocolVersion":2,"capabilities":{"session":{"prompt":{}}},"info":{"name":"agent","version":"2.0.0"},"authMethods":[]}
  > 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Fix the tests"}]}
  < 2 ok {"messageId":"m1"}
  ${update('user_message', { messageId: 'm1', content: [text('Fix the tests')] })}
  ${update('state_update', { state: 'running' })}
  ${update('agent_message_chunk', { messageId: 'm2', content: text('Looking') })}
  ${update('tool_call_update', { toolCallId: 't', title: 'Read', kind: 'read', status: 'in_progress' })}
  ${update('terminal_update', { terminalId: 'server', command: 'npm start', cwd: '/home/me/app' })}
  ${update('terminal_output_chunk', { terminalId: 'server', data: 'aGVsbG8=' })}
  < 7 session/request_permission ${JSON.stringify({ sessionId: 's', title: 'Publish?', options: OPTIONS })}
  @3000000 > 7 ok {"outcome":{"outcome":"cancelled"}}
  < 8 elicitation/create {"sessionId":"s","mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{}}}
  > 8 ok {"action":"accept","content":{}}
  ${update('tool_call_update', { toolCallId: 't', status: 'completed', content: [{ type: 'terminal', terminalId: 'server' }] })}
  ${update('state_update', { state: 'idle', stopReason: 'end_turn' })}`;

/** A conversation with a proxy in a chain: a turn, a request that the proxy cancels, and one that stays open. */
export const WHOLE_CHAIN = `${CHAIN_HANDSHAKE}${TURN}
  > 4 session/list {}
  < 4 proxy/successor {"method":"session/list","params":{}}
  < $/cancel_request {"requestId":4}
  > 4 error {"code":-32800,"message":"Cancelled"}
  < 4 error {"code":-32800,"message":"Cancelled"}
  > 5 proxy/successor {"method":"fs/read_text_file","params":{"sessionId":"s","path":"/home/me/app/LICENSE"}}
  > $/cancel_request {"requestId":5}
  < 5 fs/read_text_file {"sessionId":"s","path":"/home/me/app/LICENSE"}
  > 5 ok {"content":"MIT"}
  < 5 proxy/successor {"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"And you?"}]}}`;
