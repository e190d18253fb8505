/**
 * How a proxy in a chain begins: `>` is the conductor, `<` the proxy. The proxy initializes its successor before it
 * answers, and opens a session there for each session of the conductor. Each side counts its own ids from 0.
 */
export const CHAIN_HANDSHAKE = `
  = spawn {"pid":7}
  > 0 proxy/initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true}},"clientInfo":{"name":"editor","version":"1.0.0"}}
  < 0 proxy/successor {"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true}},"clientInfo":{"name":"editor","version":"1.0.0"}}}
  > 0 ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true},"agentInfo":{"name":"agent","version":"2.1.0"},"authMethods":[]}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true},"agentInfo":{"name":"proxy","version":"0.3.0"},"authMethods":[]}
  > 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
  < 1 proxy/successor {"method":"session/new","params":{"cwd":"/home/me/app","mcpServers":[]}}
  > 1 ok {"sessionId":"s"}
  < 1 ok {"sessionId":"s"}
`;

const toolCall = (id: string) =>
  `{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"${id}","title":"Edit LICENSE","kind":"edit","status":"pending"}}`;
const done = (id: string) =>
  `{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"${id}","status":"completed"}}`;
const ask = (id: string) =>
  `{"sessionId":"s","toolCall":{"toolCallId":"${id}"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}`;

/** A turn that goes through the proxy: the tool call is the agent’s, so are its permission and the end. */
export const TURN = `
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Add a licence"}]}
  < 2 proxy/successor {"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"Add a licence"}]}}
  > proxy/successor {"method":"session/update","params":${toolCall('t')}}
  < session/update ${toolCall('t')}
  > 3 proxy/successor {"method":"session/request_permission","params":${ask('t')}}
  < 3 session/request_permission ${ask('t')}
  > 3 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
  < 3 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
  > proxy/successor {"method":"session/update","params":${done('t')}}
  < session/update ${done('t')}
  > 2 ok {"stopReason":"end_turn"}
  < 2 ok {"stopReason":"end_turn"}
`;
