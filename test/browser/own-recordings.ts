import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { isLong, rounds } from '../support/effort.ts';
import { fileText, header } from '../support/recording-file.ts';
import { longRecording, pricedRecording } from './long-recording.ts';

const REAL = 'recordings/real';

/** The same conversation, in which every answer takes twice as long. */
function slower(folder: string): string {
  const [first = '', ...lines] = readFileSync(`${REAL}/gemini-0.61.0/edit.acp.jsonl`, 'utf8').trimEnd().split('\n');
  const late = lines.map((line) => {
    const entry = JSON.parse(line) as { readonly t: number };
    return JSON.stringify({ ...entry, t: entry.t * 2 });
  });
  const path = join(folder, 'slow.acp.jsonl');
  writeFileSync(path, `${[first.replace('"gemini-edit"', '"slow"'), ...late].join('\n')}\n`);
  return path;
}

/** A recording of a real agent, cut in the middle of its last line. */
function cut(folder: string): string {
  const whole = readFileSync(`${REAL}/claude-0.100.0/edit.acp.jsonl`, 'utf8');
  const path = join(folder, 'cut.acp.jsonl');
  writeFileSync(path, whole.replace('"claude-edit"', '"cut"').slice(0, -40));
  return path;
}

const CLEAN = `
  > 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"2"}}
  < 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"3"}}`;

const UNANSWERED = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[]}
  < 7 fs/read_text_file {"sessionId":"s","path":"/w/a"}
  < 8 fs/read_text_file {"sessionId":"s","path":"/w/b"}
  < 9 fs/read_text_file {"sessionId":"s","path":"/w/c"}
  = exit {"code":1,"signal":null}`;

/** A turn from 1 s to 9 s: the client acts from 2 s and 7 s on for a second, a person from 4 s to 6 s. Lasts 10 s. */
const TAKING_TURNS = `
  @100000 > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true}}}
  @200000 < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  @300000 > 1 session/new {"cwd":"/work","mcpServers":[]}
  @400000 < 1 ok {"sessionId":"s"}
  @1000000 > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go"}]}
  @2000000 < 10 fs/read_text_file {"sessionId":"s","path":"/work/a.ts"}
  @3000000 > 10 ok {"content":"a"}
  @3500000 < | no JSON
  @4000000 < 11 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}
  @6000000 > 11 ok {"outcome":{"outcome":"selected","optionId":"y"}}
  @7000000 < 12 fs/read_text_file {"sessionId":"s","path":"/work/b.ts"}
  @8000000 > 12 ok {"content":"b"}
  @9000000 < 2 ok {"stopReason":"end_turn"}
  @9500000 > no/such_method {}
  @10000000 ! bye`;

/** The silence is shortened, so that a pixel of the minimap is less than a millisecond. */
const SILENCE = `
  @100000 > 0 initialize {"protocolVersion":1}
  @200000 < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  @12345600 ! bye`;

/** A request from 2 s to 6 s; lasts 10 s. */
const REQUEST = `
  ${[0, 1].map((second) => `@${second}000000 ! ${second}`).join('\n')}
  @2000000 > 0 initialize {"protocolVersion":1}
  @6000000 < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  ${[7, 8, 9, 10].map((second) => `@${second}000000 ! ${second}`).join('\n')}`;

/**
 * 3: a number instead of a path. 4: invisible characters, and CR LF at the end. 5: a body longer than the page shows.
 */
const ODD = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{}}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":7}
  < | {"jsonrpc":"2.0","method":"_odd","params":{"b":1,"b":2,"n":1.0,"t":"a\\xe2\\x80\\xae"}}\\r
  < _long/one {"text":"${'long '.repeat(700_000)}"}`;

export const SECRET = 'sk-ant-api03-CANARYcanaryCANARYcanary0123456789';

/** Its agent echoes its input, so that the shell command can be run. The prompt, #4, has the key. */
export const KEYED = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"echo","version":"3"}}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"it’s ${SECRET}"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"one "}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"two"}}}
  < 2 ok {"stopReason":"no_such_reason"}`;

/** A tool call of a kind unknown to ACP. Receivers silently replace it. */
const SALVAGED =
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Run it","kind":"bash"}}';

/** The prompt has a password. */
const PASSWORD = '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"DB_PASSWORD=swordfish9"}]}';

/** Tool calls in each of the 200 turns of `two-hundred`. */
export const CALLS = rounds(3, 100);

/** Writes recordings that one file of tests needs, older than the golden ones. @returns the files */
export function ownRecordings(folder: string): readonly string[] {
  const startedAt = epochMs(Date.UTC(2026, 8, 1));
  const written = (id: string, transcript: string, command = [`${id}-agent`]) => {
    const path = join(folder, `${id}.acp.jsonl`);
    writeFileSync(path, fileText(parseTranscript(transcript), header({ id, startedAt, command })));
    return path;
  };
  return [
    written('clean', CLEAN),
    written('unanswered', UNANSWERED),
    written('turns', TAKING_TURNS),
    written('silence', SILENCE),
    written('request', REQUEST),
    written('odd', ODD),
    written('keyed', KEYED, ['cat']),
    written('secret', PASSWORD),
    written('salvaged', SALVAGED),
    cut(folder),
    ...(isLong ? [slower(folder), longRecording(folder, 'short', 100)] : []),
    longRecording(folder, 'thousand', 1000), // lasts 1.024 s
    longRecording(folder, 'two-hundred', 200 * CALLS, CALLS),
    pricedRecording(folder, 'priced', 40),
  ];
}
