import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { handshake } from '#core/rules/examples/handshake.ts';
import { findingsIn, judgeTranscript } from '../../judge-transcript.ts';

const EXIT = '= exit {"code":0,"signal":null}';
const EVERYTHING = handshake({
  agent: { loadSession: true, sessionCapabilities: { resume: {}, close: {}, delete: {} } },
});
const LOAD = '> 1 session/load {"sessionId":"old","cwd":"/a","mcpServers":[]}';
const prompt = (id: number, session: string) =>
  `> ${id} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"Go on"}]}`;
const said = (session: string, variant = 'user_message_chunk') =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"${variant}","content":{"type":"text","text":"Hi"}}}`;
const commands = (session: string) =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`;

describe('a session that is not open', () => {
  test('is the client’s mistake, and a wrong error code the agent’s', () => {
    expect(findingsIn(`${prompt(1, 'x')}\n< 1 error {"code":-32602,"message":"no"}`)).toEqual([
      'session/is-active error client',
      'session/inactive-is-answered-as-not-found note agent',
    ]);
  });

  test.each([
    ['the recording begins late', `# late\n${prompt(5, 'x')}\n${commands('x')}`],
    ['the recording has a gap', `= gap {"of":"agent","bytes":40}\n${prompt(1, 'x')}\n${commands('x')}`],
    ['it is being loaded', `${LOAD}\n${prompt(2, 'old')}\n${commands('old')}`],
    ['an extension brought it', `> 1 _team/join {}\n< 1 ok {"sessionId":"t"}\n${prompt(2, 't')}\n${commands('t')}`],
  ])('is not reported when %s', (_name, transcript) => {
    expect(findingsIn(transcript)).toEqual([]);
  });

  test('has a finding that names the entry which closed it', () => {
    const { findings } = judgeTranscript(
      catalogue,
      `${EVERYTHING}
       > 1 session/new {"cwd":"/a","mcpServers":[]}
       < 1 ok {"sessionId":"s"}
       > 2 session/close {"sessionId":"s"}
       < 2 ok {}
       ${commands('s')}
       > session/cancel {"sessionId":"s"}`,
    );
    expect(findings).toMatchObject([
      { rule: 'session/update-names-an-active-session', seq: 6, related: [5] },
      { rule: 'session/is-active', seq: 7, related: [5] },
    ]);
  });

  test.each([
    'fs/read_text_file {"sessionId":"x","path":"/a"}',
    'fs/write_text_file {"sessionId":"x","path":"/a","content":""}',
    'terminal/create {"sessionId":"x","command":"ls"}',
    'session/request_permission {"sessionId":"x","toolCall":{"toolCallId":"t","title":"Run"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}',
  ])('is reported for a request of the agent: %s', (request) => {
    expect(findingsIn(`< 1 ${request}\n< 2 ${request}`)).toEqual([
      'session/update-names-an-active-session warning agent',
    ]);
  });

  test('is open after it is opened again', () => {
    const opened = `${EVERYTHING}\n> 1 session/new {"cwd":"/a","mcpServers":[]}\n< 1 ok {"sessionId":"s"}`;
    const closed = '> 2 session/close {"sessionId":"s"}\n< 2 ok {}';
    const again = '> 3 session/resume {"sessionId":"s","cwd":"/a"}\n< 3 ok {}';
    expect(findingsIn(`${opened}\n${closed}\n${again}\n${commands('s')}\n${prompt(4, 's')}`)).toEqual([]);
  });

  test('is reported once for any number of updates', () => {
    expect(findingsIn(Array.from({ length: 1000 }, () => commands('x')).join('\n'))).toEqual([
      'session/update-names-an-active-session warning agent',
    ]);
  });

  test('is reported for a few hundred ids at most', () => {
    const updates = Array.from({ length: 2000 }, (_, index) => commands(`x${index}`)).join('\n');
    expect(findingsIn(updates).length).toBeLessThan(300);
  });
});

describe('two sessions requested at once', () => {
  const ask = '> 1 session/new {"cwd":"/a","mcpServers":[]}\n> 2 session/new {"cwd":"/a","mcpServers":[]}';

  test('may be answered in any order, each with its updates', () => {
    expect(
      findingsIn(`${ask}\n< 2 ok {"sessionId":"b"}\n${commands('b')}\n< 1 ok {"sessionId":"a"}\n${commands('a')}`),
    ).toEqual([]);
  });

  test('have one finding when one has an early update', () => {
    expect(
      findingsIn(`${ask}\n< 2 ok {"sessionId":"b"}\n${commands('a')}\n${commands('b')}\n< 1 ok {"sessionId":"a"}`),
    ).toEqual(['session/response-comes-before-updates warning agent']);
  });
});

describe('a loaded session', () => {
  test('has one finding when its whole history is late', () => {
    expect(
      findingsIn(`${EVERYTHING}\n${LOAD}\n< 1 ok {}\n${said('old')}\n${said('old')}\n${prompt(2, 'old')}`),
    ).toEqual(['session/load-replays-before-answering error agent']);
  });

  test('without history has a note from the next prompt on', () => {
    const loaded = `${EVERYTHING}\n${LOAD}\n< 1 ok {}`;
    expect(findingsIn(loaded)).toEqual([]);
    expect(findingsIn(`${loaded}\n${prompt(2, 'old')}`)).toEqual(['session/load-replays-history note agent']);
    expect(findingsIn(`${loaded}\n${EXIT}`)).toEqual(['session/load-replays-history note agent']);
  });

  test('may be loaded again', () => {
    const again = '> 2 session/load {"sessionId":"old","cwd":"/a","mcpServers":[]}';
    expect(
      findingsIn(`${EVERYTHING}\n${LOAD}\n${said('old')}\n< 1 ok {}\n${again}\n${said('old')}\n< 2 ok {}`),
    ).toEqual([]);
  });

  test('that failed to load needs no history', () => {
    expect(findingsIn(`${EVERYTHING}\n${LOAD}\n< 1 error {"code":-32002,"message":"no"}\n${EXIT}`)).toEqual([]);
  });

  test('may work in the background', () => {
    expect(
      findingsIn(`${EVERYTHING}\n${LOAD}\n${said('old')}\n< 1 ok {}\n${said('old', 'agent_message_chunk')}`),
    ).not.toContain('session/load-replays-before-answering error agent');
  });
});

test('accepts work in a session that is resumed while it is open', () => {
  const opened = `${EVERYTHING}\n> 1 session/new {"cwd":"/a","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n${prompt(2, 's')}`;
  expect(
    findingsIn(
      `${opened}\n> 3 session/resume {"sessionId":"s","cwd":"/a"}\n${said('s', 'agent_message_chunk')}\n< 3 ok {}`,
    ),
  ).toEqual([]);
});

test('reports a prompt that stays open after session/close once', () => {
  const opened = `${EVERYTHING}\n> 1 session/new {"cwd":"/a","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n${prompt(2, 's')}`;
  expect(findingsIn(`${opened}\n> 3 session/close {"sessionId":"s"}\n< 3 ok {}\n${EXIT}`)).toEqual([
    'session/close-ends-its-turns error agent',
  ]);
});

test('does not judge a cursor after a gap', () => {
  expect(findingsIn('# late\n> 1 session/list {"cursor":"p7"}')).toEqual([]);
});
