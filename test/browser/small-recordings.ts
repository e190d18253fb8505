import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { asks, diff, reads, turn, update, writes } from '../core/files/files-of.ts';
import { fileText, header } from '../support/recording-file.ts';

/** A minute without a message, then a request without an answer before a late line of stderr. */
const SILENT = `
  @1000 > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
  @1001000 < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  @61001000 > 1 session/new {"cwd":"/w","mcpServers":[]}
  @62001000 < 1 ok {"sessionId":"s"}
  @62002000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @962002000 ! giving up`;

/** A message of a hundred chunks: entries 5 to 104 are one group. */
const LONG_MESSAGE = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[]}
  ${Array.from({ length: 100 }, (_, at) => `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${at} "}}}`).join('\n')}
  < 2 ok {"stopReason":"end_turn"}`;

/** The agent reads a file although the client does not offer it. */
const UNASKED = `
  > 0 initialize {"protocolVersion":2,"clientCapabilities":{"terminal":true,"_meta":{"<b>x</b>":1}},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  < 7 fs/read_text_file {"sessionId":"s","path":"/a"}
  > 7 error {"code":-32601,"message":"no"}`;

/** The agent writes first and asks first, and a signal ends it. */
const AGENT_FIRST = `
  @0 = spawn {"pid":4242}
  @1000 ! ready
  @2000 < 7 _agent/asks {"a":1}
  @3000 > 7 ok {}
  @4000 > 1 initialize {"protocolVersion":1}
  @5000 < 1 error {"code":-32603,"message":"no luck"}
  @6000 = signal {"signal":"SIGTERM","from":"client"}
  @7000 = exit {"code":null,"signal":"SIGTERM"}`;

const edit = (id: string, title: string, content: object) =>
  update({ toolCallId: id, title, kind: 'edit', status: 'pending', content: [content] }, 'tool_call');

/** One write is not as proposed, one came after a refusal, and one without a question. */
const CHANGED = turn(`${reads(10, '/work/src/main.ts', 'one\ntwo\n')}
  ${edit('c', 'Edit main', diff('/work/src/main.ts', 'one\ntwo\n', 'one\n2\n'))}
  ${asks(11, { toolCallId: 'c' }, 'yes')}
  ${writes(12, '/work/src/main.ts', 'ONE\n2\n')}
  ${update({ toolCallId: 'c', status: 'completed' })}
  ${edit('d', 'Add log', diff('/work/log.ts', null, 'log\n'))}
  ${asks(13, { toolCallId: 'd' }, 'no')}
  ${update({ toolCallId: 'd', status: 'failed' })}
  ${writes(14, '/work/log.ts', 'log\n')}`);

/** Four calls: written as proposed and allowed, allowed and not written, written without a question, by the agent itself. */
const FOUR = turn(`${edit('a', 'Add a', diff('/work/a.ts', null, 'a\n'))}
  ${asks(10, { toolCallId: 'a' }, 'yes')}
  ${writes(11, '/work/a.ts', 'a\n')}
  ${update({ toolCallId: 'a', status: 'completed' })}
  ${edit('b', 'Add b', diff('/work/b.ts', null, 'b\n'))}
  ${asks(12, { toolCallId: 'b' }, 'yes')}
  ${update({ toolCallId: 'b', status: 'failed' })}
  ${edit('c', 'Add c', diff('/work/c.ts', null, 'c\n'))}
  ${writes(13, '/work/c.ts', 'c\n')}
  ${update({ toolCallId: 'c', status: 'completed' })}
  ${edit('d', 'Add d', diff('/work/d.ts', null, 'd\n'))}
  ${asks(14, { toolCallId: 'd' }, 'yes')}
  ${update({ toolCallId: 'd', status: 'completed' })}`);

/** So many files that their operations are closed at first. */
const SIX = turn(
  Array.from({ length: 6 }, (_, no) => writes(200 + no, `/work/g${no}.ts`, no === 4 ? 'a needle\n' : 'hay\n')).join(
    '\n  ',
  ),
);

/** More files than one request reads. */
const MANY = turn(Array.from({ length: 620 }, (_, no) => reads(100 + no, `/work/f${no}.ts`, 'text\n')).join('\n  '));

const says = (json: unknown) => `< session/update ${JSON.stringify({ sessionId: 's', update: json })}`;
const said = (text: string) => says({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const TERMINAL = `
  > 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"test it"}]}
  ${says({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'npm test', kind: 'execute', status: 'in_progress' })}
  < 1 terminal/create {"sessionId":"s","command":"npm","args":["test"]}
  > 1 ok {"terminalId":"t"}
  ${says({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [{ type: 'terminal', terminalId: 't' }] })}
  < 2 terminal/output {"sessionId":"s","terminalId":"t"}
  > 2 ok {"output":"\\u001b[31mone failed\\u001b[0m and a bell \\u0007\\r\\n","truncated":false,"exitStatus":{"exitCode":1}}
  < 1 ok {"stopReason":"end_turn"}`;

const PLAN = `
  > 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"plan it"}]}
  ${says({ sessionUpdate: 'plan', entries: ['in_progress', 'pending'].map((status, at) => ({ content: `step ${at}`, priority: 'low', status })) })}
  ${says({ sessionUpdate: 'plan', entries: ['completed', 'in_progress', 'pending'].map((status, at) => ({ content: `step ${at}`, priority: at === 1 ? 'high' : 'low', status })) })}
  < 1 ok {"stopReason":"end_turn"}`;

/** Hostile markdown: each line tries to be more than text. */
const NASTY = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=1">',
  '[click](javascript:window.pwned=1)',
  '[click](data:text/html,<script>window.pwned=1</script>)',
  '![x](x" onerror="window.pwned=1)',
  '![remote](https://evil.test/pixel.png)',
  '![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
  '<https://evil.test/autolink> and [words](https://evil.test/secret?key=1)',
  'right \u202e to left, NUL \u0000',
  '&lt;b&gt; `<b>` **<b onclick="window.pwned=1">**',
];

/** The only image of the hostile conversation. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

const HOSTILE_TALK = `
  > 1 session/prompt ${JSON.stringify({ sessionId: 's', prompt: NASTY.map((text) => ({ type: 'text', text: `${text}\n\n` })) })}
  ${NASTY.map((text) => said(`${text}\n\n`)).join('\n')}
  ${says({ sessionUpdate: 'agent_message_chunk', content: { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' } })}
  ${says({ sessionUpdate: 'agent_message_chunk', content: { type: 'image', mimeType: 'image/png', data: PNG } })}
  ${says({ sessionUpdate: 'agent_message_chunk', content: { type: 'resource_link', uri: 'javascript:window.pwned=1', name: NASTY[0] } })}
  ${says({ sessionUpdate: 'tool_call', toolCallId: NASTY[1], title: NASTY[0], kind: NASTY[1], status: NASTY[2], content: [{ type: 'diff', path: NASTY[0], oldText: NASTY[1], newText: NASTY[0] }] })}
  ${says({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: '>'.repeat(20_000) } })}
  ${says({ sessionUpdate: 'plan', entries: [{ content: NASTY[0], status: NASTY[1], priority: 'high' }] })}
  < 1 ok {"stopReason":"<b>end</b>"}`;

const FILLER = Array.from({ length: 200 }, (_, no) => `hay ${no}`);

/** A message of some screens with a word at both ends, then a change with the word among unchanged lines. */
const TALL = turn(`${said(['first needle', ...FILLER, 'second needle'].join('\n\n'))}
  ${edit('a', 'Edit hay', diff('/work/hay.ts', ['old', ...FILLER, 'third needle', ...FILLER].join('\n'), ['new', ...FILLER, 'third needle', ...FILLER].join('\n')))}`);

/** Transcripts by recording id, for the shared inspector, which has golden recordings too. */
const TRANSCRIPTS: Readonly<Record<string, string>> = {
  silent: SILENT,
  message: LONG_MESSAGE,
  unasked: UNASKED,
  'agent-first': AGENT_FIRST,
  changed: CHANGED,
  four: FOUR,
  six: SIX,
  many: MANY,
  terminal: TERMINAL,
  plan: PLAN,
  'hostile-talk': HOSTILE_TALK,
  talk: longTalk(),
  tall: TALL,
};

/** Writes the recordings, older than the golden ones, into a folder. @returns the files */
export function smallRecordings(folder: string): readonly string[] {
  const startedAt = epochMs(Date.UTC(2026, 9, 1));
  const files = Object.entries(TRANSCRIPTS).map(([id, transcript]) => [
    id,
    fileText(parseTranscript(transcript), header({ id, startedAt })),
  ]);
  const bytes = {
    acptap: 1,
    id: 'bytes',
    startedAt: '2026-10-01T00:00:00.000Z',
    command: ['a'],
    cwd: '/',
    redacted: true,
  };
  const base64 = Buffer.from([0x7b, 0xff, 0xfe, 0x0a]).toString('base64');
  files.push(['bytes', [bytes, { t: 0, from: 'agent', base64 }].map((line) => `${JSON.stringify(line)}\n`).join('')]);
  return files.map(([id, text = '']) => {
    const file = join(folder, `${id}.acp.jsonl`);
    writeFileSync(file, text);
    return file;
  });
}

/** A thousand answers, a thought before each. */
function longTalk(): string {
  const thought = says({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'a thought' } });
  return Array.from({ length: 1000 }, (_, index) => `${thought}\n${said(`answer ${index}`)}`).join('\n');
}
