import { describe, expect, test } from 'vitest';
import { converse, linesOf } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

/** The lines of a conversation in which the client sends `live`. */
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
      missing: [],
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

  test('first sends what the agent sent before the client', () => {
    expect(play('< _hello\n> 1 _a\n< 1 ok {}', '')).toEqual(['< _hello']);
  });

  test('plays a line that is not a message right after the line before it', () => {
    const recording = '> 1 _a\n< 1 ok {}\n< | progress 3 %\n< | \n> 2 _b\n< 2 ok {}\n< \\| cut';
    expect(play(recording, '> 1 _a\n> 2 _b')).toEqual(linesOf(recording));
  });

  test('plays batches unchanged, and takes the client’s batches item by item', () => {
    const recording = `
      > | [{"jsonrpc":"2.0","id":1,"method":"_a"},{"jsonrpc":"2.0","id":2,"method":"_b"}]
      < | [{"jsonrpc":"2.0","id":1,"result":{}}, {"jsonrpc":"2.0","id":2,"result":{}}]`;
    expect(play(recording, recording.split('<')[0] ?? '')).toEqual(linesOf(recording));
    expect(play(recording, '> "x" _b\n> "y" _a').at(-1)).toBe(
      '< | [{"jsonrpc":"2.0","id":"y","result":{}}, {"jsonrpc":"2.0","id":"x","result":{}}]',
    );
  });
});

test('a request matches the most similar recorded request, not the first of its method', () => {
  const recording = '> 1 _x {"n":1}\n< 1 ok {"n":1}\n> 2 _x {"n":2,"_meta":{"a":1}}\n< 2 ok {"n":2}';
  expect(converse(recording, '> 5 _x {"n":2,"_meta":{"a":2}}').lines.at(-1)).toBe('< 5 ok {"n":2}');
});

describe('a line of the agent', () => {
  test('that is a response waits only for its request', () => {
    const recording = '> 1 _a\n> 2 _b\n< 2 ok {}\n< 1 ok {}\n> 3 _c\n< 3 ok {}';
    expect(play(recording, '> 8 _b\n> 9 _a\n> 10 _c')).toEqual(
      linesOf('> 8 _b\n< 8 ok {}\n> 9 _a\n< 9 ok {}\n> 10 _c\n< 10 ok {}'),
    );
  });

  test('after a request of the agent waits for the answer if it had come', () => {
    const recording = `< 1 _a\n< 2 _b\n> 1 ok {}\n< _one\n> 2 ok {}\n< _two`;
    expect(play(recording, '> 2 ok {}\n> 1 ok {}')).toEqual(
      linesOf('< 1 _a\n< 2 _b\n> 2 ok {}\n> 1 ok {}\n< _one\n< _two'),
    );
    expect(play('< 1 _a\n< _meanwhile\n> 1 ok {}\n< _then', '')).toEqual(['< 1 _a', '< _meanwhile']);
  });

  test('in a turn waits for the prompt, in a session for the request that opened it', () => {
    const turn = [prompt(2, 'a', 'go'), said('a', 'hi'), '< 2 ok {"stopReason":"end_turn"}'];
    const recording = [OPEN, said('a', 'welcome'), ...turn].join('\n');
    expect(play(recording, '> 0 initialize {"protocolVersion":1}')).toHaveLength(2);
    expect(play(recording, OPEN.replaceAll(/^ *<.*$/gm, ''))).toEqual(linesOf(`${OPEN}\n${said('a', 'welcome')}`));
  });

  test('before the answer that opens its session waits for the request', () => {
    const recording = `> 1 session/new {"cwd":"/a"}\n${said('a', 'early')}\n< 1 ok {"sessionId":"a"}`;
    expect(play(recording, '')).toEqual([]);
    expect(play(recording, '> 1 session/new {"cwd":"/a"}')).toEqual(linesOf(recording));
  });

  test('after a request without a session waits for the answer to it', () => {
    const recording = `
      > 1 session/new {"cwd":"/a"}
      < 7 elicitation/create {"message":"Which?","mode":"form","requestedSchema":{},"requestId":1}
      > 7 ok {"action":"decline"}
      < 1 ok {"sessionId":"a"}`;
    const [open = '', asked = ''] = linesOf(recording);
    expect(play(recording, open)).toEqual([open, asked]);
    expect(play(recording, `${open}\n> 7 ok {"action":"decline"}`)).toEqual(linesOf(recording));
  });

  test('after a cancel waits for the cancel, and for no other notification', () => {
    const turn = `${prompt(2, 'a', 'go')}\n${said('a', 'one')}\n> _ping {"sessionId":"a"}\n${said('a', 'two')}`;
    const rest = `> session/cancel {"sessionId":"a"}\n${said('a', 'stopping')}\n< 2 ok {"stopReason":"cancelled"}`;
    const live = `${OPEN.replaceAll(/^ *<.*$/gm, '')}\n${prompt(2, 'a', 'go')}`;
    const { lines, report } = converse(`${OPEN}\n${turn}\n${rest}`, live);
    expect(lines.at(-1)).toBe(said('a', 'two'));
    expect(report.waitedFor).toBe('the client to send session/cancel (#8)');
    expect(play(`${OPEN}\n${turn}\n${rest}`, `${live}\n> session/cancel {"sessionId":"a"}`).at(-1)).toBe(
      '< 2 ok {"stopReason":"cancelled"}',
    );
  });

  test('does not wait for other sessions', () => {
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

  test('of version 2 ends its turn by going idle', () => {
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

describe('a client with another order of requests', () => {
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

  test('gets every answer with its updates', () => {
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

  test('opens the sessions of the folders that it names', () => {
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

  test('can send several at once, and gets the same answers', () => {
    const client = linesOf(modes).filter((line) => line.startsWith('>'));
    expect(play(modes, client.join('\n'))).toEqual(linesOf(modes));
  });
});

describe('a client with more messages than recorded', () => {
  test('may send notifications', () => {
    const { lines, report, text } = converse(TURN, [CLIENT[0], '> _ping', '> _ping', ...CLIENT.slice(1)].join('\n'));
    expect(lines.filter((line) => line.startsWith('<'))).toHaveLength(6);
    expect(report).toMatchObject({ outcome: 'incomplete', unplayed: [], unrecorded: [{ index: 1 }, { index: 2 }] });
    expect(text).toContain('not recorded: the client sent _ping (a notification) (2 times)');
  });

  test('may send an error without a request', () => {
    const live = [CLIENT[0], '> null error {"code":-32700,"message":"Parse error"}', ...CLIENT.slice(1)].join('\n');
    expect(converse(TURN, live).report).toMatchObject({
      outcome: 'incomplete',
      unrecorded: [{ index: 1, message: 'the client sent an error without an id: -32700 Parse error' }],
    });
  });

  test('withdraws the recorded request by its live id', () => {
    const recording = '> 1 _slow\n> $/cancel_request {"requestId":1}\n< 1 error {"code":-32800,"message":"cancelled"}';
    expect(converse(recording, '> "x" _slow\n> $/cancel_request {"requestId":"x"}').report.outcome).toBe('complete');
    expect(converse(recording, '> "x" _slow\n> $/cancel_request {"requestId":1}').report).toMatchObject({
      outcome: 'incomplete',
      unused: [1],
      unrecorded: [{ index: 1, message: 'the client sent $/cancel_request (a notification)' }],
    });
  });
});
