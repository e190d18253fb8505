import { parseTranscript } from '#core/wire/transcript.ts';
import type { Entry } from '#core/wire/entry.ts';

/** A recorded turn with requests in both directions. */
export const TURN = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true}}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"ünï"}}}
  < 0 fs/read_text_file {"sessionId":"s","path":"/work/file"}
  > 0 ok {"content":"text"}
  < 1 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"allow","name":"A","kind":"allow_once"},{"optionId":"reject","name":"R","kind":"reject_once"}]}
  > 1 ok {"outcome":{"outcome":"selected","optionId":"allow"}}
  < 2 ok {"stopReason":"end_turn"}`;

/** The lines of the client of `TURN`. */
export const CLIENT = TURN.split('\n')
  .map((line) => line.trim())
  .filter((line) => line.startsWith('>'));

export const turn = (): Entry[] => parseTranscript(TURN);

/** The bytes of these transcript lines. */
export const bytesOf = (transcript: string): Uint8Array =>
  Buffer.concat(parseTranscript(transcript).map((entry) => ('bytes' in entry ? entry.bytes : new Uint8Array())));
