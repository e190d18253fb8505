/**
 * A conversation in which both sides break many rules, each rule once a side. Its recording is
 * `recordings/examples/planted-violations.acp.jsonl`.
 */
export const TRANSCRIPT = String.raw`
  = spawn {"pid":4242}
  > 0 session/prompt {"sessionId":"today","prompt":[{"type":"text","text":"Correct the greeting"}]}
  < 0 error {"code":-32600,"message":"initialize first"}
  @100000 > 1 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true},"terminal":true},"clientInfo":{"name":"planted-client","version":"1.0.0"}}
  < 1 ok {"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"list":{}}},"agentInfo":{"name":"planted-agent","version":"1.0.0"},"authMethods":[]}
  > 2 session/new {"cwd":"app","mcpServers":[]}
  < 2 ok {"sessionId":"today","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}

  @1000000 > 3 session/load {"sessionId":"yesterday","cwd":"/home/me/app","mcpServers":[]}
  < 3 error {"code":-32601,"message":"Method not found"}
  > 4 session/prompt {"sessionId":"nobody","prompt":[{"type":"text","text":"Are you there?"}]}
  < 4 error {"code":-32002,"message":"No such session","data":{"sessionId":"nobody"}}
  > 5 session/set_mode {"sessionId":"today","modeId":"cod"}
  < 5 error {"code":-32602,"message":"No such mode"}
  > 6 session/list {"cursor":"page-2"}
  < 6 ok {"sessions":[{"sessionId":"yesterday","cwd":"/home/me/app"}]}
  > 7 session/promt {"sessionId":"today"}
  < 7 error {"code":-32601,"message":"Method not found"}
  > 8 terminal/output {"sessionId":"today","terminalId":"t"}
  < 8 error {"code":-32601,"message":"Method not found"}
  > 9 _craft/ping {}
  > 9 _craft/pong {}
  < 9 ok {}
  < 9 ok {}
  > | [{"jsonrpc":"2.0","method":"_craft/one"},{"jsonrpc":"2.0","method":"_craft/two"}]
  > 10 session/cancel {"sessionId":"today"}
  < 10 error {"code":-32601,"message":"Method not found"}

  @5000000 > 11 session/prompt {"sessionId":"today","prompt":[{"type":"text","text":"Correct the greeting"}]}
  ! reading 1 file
  < | debug: cache miss, loaded greeting.ts in 3 ms
  < | {"jsonrpc":"2.0","method":"_craft/note","params":{"text":"caf\xe9"}}
  < 99 ok {}
  < 6 ok {"sessions":[]}
  < session/update {"sessionId":"tomorrow","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Who is there?"}}}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"agent_message_chunk"}}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call_update","toolCallId":"unknown","status":"completed"}}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call","toolCallId":"read","title":"Read","kind":"look","status":"in_progress"}}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call_update","toolCallId":"read","locatons":[]}}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call_update","toolCallId":"read","locations":[{"path":"greeting.ts"}]}}
  < 1 fs/read_text_file {"sessionId":"today","path":"src/greeting.ts","limit":1}
  > 1 ok {"content":"helo\nworld\n"}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call_update","toolCallId":"read","status":"completed"}}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call","toolCallId":"edit","title":"Edit","kind":"edit","status":"pending"}}
  < 2 session/request_permission {"sessionId":"today","toolCall":{"toolCallId":"edit"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}
  > 2 ok {"outcome":{"outcome":"selected","optionId":"allow_once"}}
  < 3 fs/write_text_file {"sessionId":"today","path":"/home/me/app/src/greeting.ts","content":"hello\n"}
  > 3 error {"code":-32601,"message":"Method not found"}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call_update","toolCallId":"edit","status":"failed"}}
  < 4 terminal/create {"sessionId":"today","command":"npm","args":["test"]}
  > 4 ok {"terminalId":"t"}
  < 5 terminal/wait_for_exit {"sessionId":"today","terminalId":"t"}
  > 5 ok {"exitCode":"0"}
  < 6 terminal/release {"sessionId":"today","terminalId":"t"}
  > 6 ok {}
  < 7 terminal/output {"sessionId":"today","terminalId":"t"}
  > 7 error {"code":-32602,"message":"No such terminal"}
  < 11 ok {"stopReason":"end_turn"}

  @9000000 > 12 session/prompt {"sessionId":"today","prompt":[{"type":"text","text":"Publish it"}]}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"tool_call","toolCallId":"publish","title":"Publish","kind":"execute","status":"pending"}}
  < 8 session/request_permission {"sessionId":"today","toolCall":{"toolCallId":"publish"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}
  @12000000 > session/cancel {"sessionId":"today"}
  > 8 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
  @12400000 < 12 ok {"stopReason":"cancelled"}
  < session/update {"sessionId":"today","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Published."}}}

  @15000000 > 13 session/prompt {"sessionId":"today","prompt":[{"type":"text","text":"Thank you"}]}
  < 13 error "out of credit"
  > "14" _craft/ping {}
  < 14 ok {}
  @16000000 > 15 session/list {}
  < 9 fs/read_text_file {"sessionId":"today","path":"/home/me/app/README.md"}
  @20000000 = eof {"of":"client"}
  = eof {"of":"agent"}
  = exit {"code":0,"signal":null}
`;
