import { expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../../judge-transcript.ts';

const MADE = '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}';
const RELEASE = '< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}';
const EXIT = '= exit {"code":0,"signal":null}';

const show = (session: string, id: string, meta = '') =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"tool_call","toolCallId":"c-${id}","title":"npm test","content":[{"type":"terminal","terminalId":"${id}"}]${meta}}}`;

/** The findings of the terminal rules only. */
const ofTerminals = (transcript: string) => findingsIn(transcript).filter((line) => line.startsWith('terminal/'));

test('reports a terminal without a release once, when its session closes', () => {
  const closed = `${MADE}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n> 5 session/close {"sessionId":"s"}\n< 5 ok {}\n${EXIT}`;
  expect(ofTerminals(closed)).toEqual(['terminal/is-released warning agent']);
});

test('reports a note where a gap may hide frames', () => {
  const gap = '= gap {"of":"client","bytes":90}';
  expect(ofTerminals(`${gap}\n< 3 terminal/kill {"sessionId":"s","terminalId":"x"}`)).toEqual([
    'terminal/terminal-is-known note agent',
  ]);
  expect(ofTerminals(`${MADE}\n${gap}\n${RELEASE}\n${show('s', 't')}`)).toEqual([
    'terminal/not-used-after-release note agent',
  ]);
});

test('reports a missing release in the middle of a turn as a note', () => {
  const turn = '> 9 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}';
  const ended = '< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}';
  expect(ofTerminals(`${turn}\n${MADE}\n${ended}\n${EXIT}`)).toEqual(['terminal/is-released note agent']);
});

test('reports a release in another session once', () => {
  const other = '> 3 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 3 ok {"sessionId":"other"}';
  const release = '< 2 terminal/release {"sessionId":"other","terminalId":"t"}\n> 2 ok {}';
  expect(findingsIn(`${other}\n${MADE}\n${release}\n${EXIT}`)).toEqual(['terminal/stays-in-its-session error agent']);
});

test('treats an id that is reused after its release as another terminal', () => {
  const again = '< 3 terminal/create {"sessionId":"s","command":"npm"}\n> 3 ok {"terminalId":"t"}';
  const use =
    '< 4 terminal/kill {"sessionId":"s","terminalId":"t"}\n> 4 ok {}\n< 5 terminal/release {"sessionId":"s","terminalId":"t"}\n> 5 ok {}';
  expect(ofTerminals(`${MADE}\n${RELEASE}\n${again}\n${use}\n${EXIT}`)).toEqual([]);
});

test('reports an unknown id as a note after more terminals than are remembered', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    [
      `< ${index * 2} terminal/create {"sessionId":"s","command":"npm"}`,
      `> ${index * 2} ok {"terminalId":"t${index}"}`,
      show('s', `t${index}`),
      `< ${index * 2 + 1} terminal/release {"sessionId":"s","terminalId":"t${index}"}`,
      `> ${index * 2 + 1} ok {}`,
    ].join('\n'),
  ).join('\n');
  expect(ofTerminals(`${many}\n${show('s', 't299')}`)).toEqual([]);
  expect(ofTerminals(`${many}\n${show('s', 't0')}`)).toEqual(['terminal/terminal-is-known note agent']);
});

test('accepts the agent’s own terminals after any number of others', () => {
  const own = (id: string) => show('s', id, `,"_meta":{"terminal_info":{"terminal_id":"${id}"}}`);
  const many = Array.from({ length: 300 }, (_, index) => own(`own${index}`)).join('\n');
  expect(ofTerminals(`${MADE}\n${many}\n${show('s', 'own299')}`)).toEqual([]);
  expect(ofTerminals(`${MADE}\n${many}\n${show('s', 'own0')}`)).toEqual(['terminal/terminal-is-known note agent']);
});

test('reports the agent once, not the client, when the client has no terminals', () => {
  const transcript = `
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
    < 0 ok {"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1"}}
    > 1 session/new {"cwd":"/a","mcpServers":[]}
    < 1 ok {"sessionId":"s"}
    < 1 terminal/output {"sessionId":"s","terminalId":"t"}
    > 1 error {"code":-32601,"message":"Method not found"}`;
  const { findings } = judgeTranscript(catalogue, wholeExample(transcript));
  expect(findings.map(({ rule }) => rule)).toEqual(['capability/terminals-are-offered']);
});
