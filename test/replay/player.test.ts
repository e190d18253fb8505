import { describe, expect, test } from 'vitest';
import { converse, linesOf } from './conversation.ts';
import { CLIENT, TURN } from './turn.ts';

/** The lines of a conversation, for a client that says this. */
const play = (recording: string, live: string, options: Parameters<typeof converse>[2] = {}) =>
  converse(recording, live, options).lines;

const OPEN = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/a","mcpServers":[]}
  < 1 ok {"sessionId":"a"}`;

const said = (session: string, text: string) =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`;

const prompt = (id: number, session: string, text: string) =>
  `> ${id} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"${text}"}]}`;

describe('a player', () => {
  test('gives the same client the same conversation', () => {
    const { lines, report } = converse(TURN, CLIENT.join('\n'));
    expect(lines).toEqual(linesOf(TURN));
    expect(report).toEqual({
      recording: null,
      outcome: 'complete',
      played: 6,
      received: 5,
      unused: [],
      unplayed: [],
      unrecorded: [],
      divergences: [],
      moreDivergences: 0,
      missingCapabilities: [],
      notes: [],
      branch: null,
      waitedFor: null,
      failure: null,
      journal: expect.any(Array),
    });
  });

  test('says first what the agent said before the client did', () => {
    expect(play('< _hello\n> 1 _a\n< 1 ok {}', '')).toEqual(['< _hello']);
  });

  test('plays what the agent wrote that is no message with the line before it', () => {
    const recording = '> 1 _a\n< 1 ok {}\n< | progress 3 %\n< | \n> 2 _b\n< 2 ok {}\n< \\| cut';
    expect(play(recording, '> 1 _a\n> 2 _b')).toEqual(linesOf(recording));
  });

  test('plays batches as they were, and takes theirs item by item', () => {
    const recording = `
      > | [{"jsonrpc":"2.0","id":1,"method":"_a"},{"jsonrpc":"2.0","id":2,"method":"_b"}]
      < | [{"jsonrpc":"2.0","id":1,"result":{}}, {"jsonrpc":"2.0","id":2,"result":{}}]`;
    expect(play(recording, recording.split('<')[0] ?? '')).toEqual(linesOf(recording));
    expect(play(recording, '> "x" _b\n> "y" _a').at(-1)).toBe(
      '< | [{"jsonrpc":"2.0","id":"y","result":{}}, {"jsonrpc":"2.0","id":"x","result":{}}]',
    );
  });
});

describe('what a line of the agent waits for', () => {
  test('a response: its request, whatever else was asked before', () => {
    const recording = '> 1 _a\n> 2 _b\n< 2 ok {}\n< 1 ok {}\n> 3 _c\n< 3 ok {}';
    expect(play(recording, '> 8 _b\n> 9 _a\n> 10 _c')).toEqual(
      linesOf('> 8 _b\n< 8 ok {}\n> 9 _a\n< 9 ok {}\n> 10 _c\n< 10 ok {}'),
    );
  });

  test('what follows a request of the agent: the answer, if it had come', () => {
    const recording = `< 1 _a\n< 2 _b\n> 1 ok {}\n< _one\n> 2 ok {}\n< _two`;
    expect(play(recording, '> 2 ok {}\n> 1 ok {}')).toEqual(
      linesOf('< 1 _a\n< 2 _b\n> 2 ok {}\n> 1 ok {}\n< _one\n< _two'),
    );
    expect(play('< 1 _a\n< _meanwhile\n> 1 ok {}\n< _then', '')).toEqual(['< 1 _a', '< _meanwhile']);
  });

  test('a turn: its prompt; a session: the request that brought it', () => {
    const turn = [prompt(2, 'a', 'go'), said('a', 'hi'), '< 2 ok {"stopReason":"end_turn"}'];
    const recording = [OPEN, said('a', 'welcome'), ...turn].join('\n');
    expect(play(recording, '> 0 initialize {"protocolVersion":1}')).toHaveLength(2);
    expect(play(recording, OPEN.replaceAll(/^ *<.*$/gm, ''))).toEqual(linesOf(`${OPEN}\n${said('a', 'welcome')}`));
  });

  test('an update that came before the answer that brings its session: the request', () => {
    const recording = `> 1 session/new {"cwd":"/a"}\n${said('a', 'early')}\n< 1 ok {"sessionId":"a"}`;
    expect(play(recording, '')).toEqual([]);
    expect(play(recording, '> 1 session/new {"cwd":"/a"}')).toEqual(linesOf(recording));
  });

  test('an answer that waited for what the agent asked for no session: the answer to that', () => {
    const recording = `
      > 1 session/new {"cwd":"/a"}
      < 7 elicitation/create {"message":"Which?","mode":"form","requestedSchema":{},"requestId":1}
      > 7 ok {"action":"decline"}
      < 1 ok {"sessionId":"a"}`;
    const [open = '', asked = ''] = linesOf(recording);
    expect(play(recording, open)).toEqual([open, asked]);
    expect(play(recording, `${open}\n> 7 ok {"action":"decline"}`)).toEqual(linesOf(recording));
  });

  test('what followed a cancel: the cancel, and nothing else that is a notification', () => {
    const turn = `${prompt(2, 'a', 'go')}\n${said('a', 'one')}\n> _ping {"sessionId":"a"}\n${said('a', 'two')}`;
    const rest = `> session/cancel {"sessionId":"a"}\n${said('a', 'stopping')}\n< 2 ok {"stopReason":"cancelled"}`;
    const live = `${OPEN.replaceAll(/^ *<.*$/gm, '')}\n${prompt(2, 'a', 'go')}`;
    const { lines, report } = converse(`${OPEN}\n${turn}\n${rest}`, live);
    expect(lines.at(-1)).toBe(said('a', 'two'));
    expect(report.waitedFor).toBe('the client to send session/cancel (entry 8)');
    expect(play(`${OPEN}\n${turn}\n${rest}`, `${live}\n> session/cancel {"sessionId":"a"}`).at(-1)).toBe(
      '< 2 ok {"stopReason":"cancelled"}',
    );
  });

  test('other sessions: nothing', () => {
    const recording = `${OPEN}
      > 2 session/new {"cwd":"/b","mcpServers":[]}
      < 2 ok {"sessionId":"b"}
      ${prompt(3, 'a', 'go')}
      ${prompt(4, 'b', 'go')}
      < 9 session/request_permission {"sessionId":"a","options":[]}
      > 9 ok {"outcome":{"outcome":"cancelled"}}
      ${said('a', 'done')}
      ${said('b', 'done')}
      < 4 ok {"stopReason":"end_turn"}
      < 3 ok {"stopReason":"end_turn"}`;
    const client = linesOf(recording).filter((line) => line.startsWith('>') && !line.includes('outcome'));
    expect(play(recording, client.join('\n')).slice(-3)).toEqual([
      prompt(4, 'b', 'go'),
      said('b', 'done'),
      '< 4 ok {"stopReason":"end_turn"}',
    ]);
  });

  test('a turn of version 2: its end is going idle', () => {
    const idle =
      '< session/update {"sessionId":"a","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}';
    const recording = `
      > 0 initialize {"protocolVersion":2}
      < 0 ok {"protocolVersion":2}
      > 1 session/new {"cwd":"/a"}
      < 1 ok {"sessionId":"a"}
      ${prompt(2, 'a', 'go')}
      < 2 ok {"messageId":"m"}
      ${said('a', 'working')}
      > session/cancel {"sessionId":"a"}
      ${idle}`;
    const client = linesOf(recording).filter((line) => line.startsWith('>'));
    expect(play(recording, client.slice(0, -1).join('\n')).at(-1)).toBe(said('a', 'working'));
    expect(play(recording, client.join('\n'))).toEqual(linesOf(recording));
  });
});

describe('a client that asks in another order', () => {
  const modes = `${OPEN}
    > 2 session/set_mode {"sessionId":"a","modeId":"ask"}
    < session/update {"sessionId":"a","update":{"sessionUpdate":"current_mode_update","currentModeId":"ask"}}
    < 2 ok {}
    > 3 session/set_mode {"sessionId":"a","modeId":"code"}
    < 3 ok {}
    ${prompt(4, 'a', 'go')}
    ${said('a', 'hi')}
    < 4 ok {"stopReason":"end_turn"}`;
  const open = '> 0 initialize {"protocolVersion":1}\n> 1 session/new {"cwd":"/a","mcpServers":[]}\n';

  test('gets each answer with the updates that came with it, and every one', () => {
    const live = `${open}
      ${prompt(5, 'a', 'go')}
      > 6 session/set_mode {"sessionId":"a","modeId":"code"}
      > 7 session/set_mode {"sessionId":"a","modeId":"ask"}`;
    const { lines, report } = converse(modes, live);
    expect(lines.slice(4)).toEqual([
      prompt(5, 'a', 'go'),
      said('a', 'hi'),
      '< 5 ok {"stopReason":"end_turn"}',
      '> 6 session/set_mode {"sessionId":"a","modeId":"code"}',
      '< 6 ok {}',
      '> 7 session/set_mode {"sessionId":"a","modeId":"ask"}',
      '< session/update {"sessionId":"a","update":{"sessionUpdate":"current_mode_update","currentModeId":"ask"}}',
      '< 7 ok {}',
    ]);
    expect(report.outcome).toBe('complete');
  });

  test('of sessions gets those of the folders it names', () => {
    const recording = `${OPEN}
      > 2 session/new {"cwd":"/b","mcpServers":[]}
      < 2 ok {"sessionId":"b"}`;
    const live = `
      > 0 initialize {"protocolVersion":1}
      > 1 session/new {"mcpServers":[],"cwd":"/b"}
      > 2 session/new {"cwd":"/a","mcpServers":[{"name":"x"}]}`;
    expect(play(recording, live).filter((line) => line.startsWith('<'))).toEqual([
      '< 0 ok {"protocolVersion":1}',
      '< 1 ok {"sessionId":"b"}',
      '< 2 ok {"sessionId":"a"}',
    ]);
  });

  test('sends several at once and is answered as if it had waited', () => {
    const client = linesOf(modes).filter((line) => line.startsWith('>'));
    expect(play(modes, client.join('\n'))).toEqual(linesOf(modes));
  });
});

describe('a client that says more', () => {
  test('with notifications is not disturbed', () => {
    const { lines, report, text } = converse(TURN, [CLIENT[0], '> _ping', '> _ping', ...CLIENT.slice(1)].join('\n'));
    expect(lines.filter((line) => line.startsWith('<'))).toHaveLength(6);
    expect(report).toMatchObject({ outcome: 'incomplete', unplayed: [], unrecorded: [{ index: 1 }, { index: 2 }] });
    expect(text).toContain('not recorded: the client sent _ping (a notification) (2 times)');
  });

  test('with an error to no request is not disturbed', () => {
    const live = [CLIENT[0], '> null error {"code":-32700,"message":"Parse error"}', ...CLIENT.slice(1)].join('\n');
    expect(converse(TURN, live).report).toMatchObject({
      outcome: 'incomplete',
      unrecorded: [{ index: 1, message: 'the client sent an error without an id: -32700 Parse error' }],
    });
  });

  test('withdraws the request that it withdrew then, by its id now', () => {
    const recording = '> 1 _slow\n> $/cancel_request {"requestId":1}\n< 1 error {"code":-32800,"message":"cancelled"}';
    expect(converse(recording, '> "x" _slow\n> $/cancel_request {"requestId":"x"}').report.outcome).toBe('complete');
    expect(converse(recording, '> "x" _slow\n> $/cancel_request {"requestId":1}').report).toMatchObject({
      outcome: 'incomplete',
      unused: [1],
      unrecorded: [{ index: 1, message: 'the client sent $/cancel_request (a notification)' }],
    });
  });
});
