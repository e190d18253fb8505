import { expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { found, judgeTranscript, wholeExample } from '../../judge.ts';

const MADE = '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}';
const RELEASE = '< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}';
const EXIT = '= exit {"code":0,"signal":null}';

const show = (session: string, id: string, meta = '') =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"tool_call","toolCallId":"c-${id}","title":"npm test","content":[{"type":"terminal","terminalId":"${id}"}]${meta}}}`;

/** The findings of the terminal rules; others may have their say of a long transcript. */
const ofTerminals = (transcript: string) => found(transcript).filter((line) => line.startsWith('terminal/'));

test('a terminal that is never released is told once, at the close of its session', () => {
  const closed = `${MADE}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n> 5 session/close {"sessionId":"s"}\n< 5 ok {}\n${EXIT}`;
  expect(ofTerminals(closed)).toEqual(['terminal/is-released warning agent']);
});

test('what a gap may hide is a note', () => {
  const gap = '= gap {"of":"client","bytes":90}';
  expect(ofTerminals(`${gap}\n< 3 terminal/kill {"sessionId":"s","terminalId":"x"}`)).toEqual([
    'terminal/terminal-is-known note agent',
  ]);
  expect(ofTerminals(`${MADE}\n${gap}\n${RELEASE}\n${show('s', 't')}`)).toEqual([
    'terminal/not-used-after-release note agent',
  ]);
});

test('in the middle of a turn the agent may have been about to release it', () => {
  const turn = '> 9 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}';
  const ended = '< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}';
  expect(ofTerminals(`${turn}\n${MADE}\n${ended}\n${EXIT}`)).toEqual(['terminal/is-released note agent']);
});

test('a release in another session is one mistake', () => {
  const other = '> 3 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 3 ok {"sessionId":"other"}';
  const release = '< 2 terminal/release {"sessionId":"other","terminalId":"t"}\n> 2 ok {}';
  expect(found(`${other}\n${MADE}\n${release}\n${EXIT}`)).toEqual(['terminal/stays-in-its-session error agent']);
});

test('an id that is given again after its release is another terminal', () => {
  const again = '< 3 terminal/create {"sessionId":"s","command":"npm"}\n> 3 ok {"terminalId":"t"}';
  const use =
    '< 4 terminal/kill {"sessionId":"s","terminalId":"t"}\n> 4 ok {}\n< 5 terminal/release {"sessionId":"s","terminalId":"t"}\n> 5 ok {}';
  expect(ofTerminals(`${MADE}\n${RELEASE}\n${again}\n${use}\n${EXIT}`)).toEqual([]);
});

test('after more terminals than are remembered an unknown id is no more than a note', () => {
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

test('terminals of the agent’s own are shown after any number of others', () => {
  const own = (id: string) => show('s', id, `,"_meta":{"terminal_info":{"terminal_id":"${id}"}}`);
  const many = Array.from({ length: 300 }, (_, index) => own(`own${index}`)).join('\n');
  expect(ofTerminals(`${MADE}\n${many}\n${show('s', 'own299')}`)).toEqual([]);
  expect(ofTerminals(`${MADE}\n${many}\n${show('s', 'own0')}`)).toEqual(['terminal/terminal-is-known note agent']);
});

test('a client without terminals is accused of nothing, and the agent once', () => {
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
