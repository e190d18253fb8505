import { describe, expect, test } from 'vitest';
import { foldedEvents, foldTranscript } from '../fold-transcript.ts';

const VERSION_2 = `
  > 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","title":"Agent","version":"2"}}
`;

describe('the handshake', () => {
  test('takes the version from the response', () => {
    const { trace } = foldTranscript('> 0 initialize {"protocolVersion":2}');
    expect(trace.version()).toBeUndefined();
    expect(foldTranscript('> 0 initialize {"protocolVersion":2}\n< 0 ok {"protocolVersion":1}').trace.version()).toBe(
      1,
    );
    expect(foldTranscript(VERSION_2).trace.version()).toBe(2);
  });

  test('takes a text as version for version 1, and does not show it', () => {
    const { trace } = foldTranscript('> 0 initialize {"protocolVersion":2}\n< 0 ok {"protocolVersion":"2"}');
    expect(trace.version()).toBe(1);
    expect(trace.handshake().protocolVersion).toBeUndefined();
  });

  test.each([
    ['an error', 'error {"code":-32603,"message":"no"}', undefined],
    ['no version', 'ok {}', undefined],
    ['a later version', 'ok {"protocolVersion":3}', 3],
  ])('with %s leaves the version open', (_name, answer, protocolVersion) => {
    const { trace } = foldTranscript(`> 0 initialize {"protocolVersion":1}\n< 0 ${answer}`);
    expect(trace.version()).toBeUndefined();
    expect(trace.handshake().protocolVersion).toBe(protocolVersion);
  });

  test('names both sides, from the members of either version', () => {
    const version1 = foldTranscript(`
      > 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}
      < 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","title":"Agent","version":"2"}}
    `);
    const both = {
      client: { name: 'editor', title: null, version: '1' },
      agent: { name: 'agent', title: 'Agent', version: '2' },
    };
    expect(version1.trace.handshake()).toMatchObject(both);
    expect(foldTranscript(VERSION_2).trace.handshake()).toMatchObject(both);
  });

  test('that is repeated counts with its latest response', () => {
    const again = '> 9 initialize {"protocolVersion":1}\n< 9 ok {"protocolVersion":1}';
    expect(foldTranscript(`${VERSION_2}\n${again}`).trace.version()).toBe(1);
  });
});

describe('sessions', () => {
  test.each([
    ['session/new', '> 1 session/new {"cwd":"/a"}\n< 1 ok {"sessionId":"s"}'],
    ['session/fork', '> 1 session/fork {"sessionId":"old","cwd":"/a"}\n< 1 ok {"sessionId":"s"}'],
    ['session/load', '> 1 session/load {"sessionId":"s","cwd":"/a"}\n< 1 ok null'],
    ['session/resume', '> 1 session/resume {"sessionId":"s","cwd":"/a"}\n< 1 ok {}'],
  ])('%s opens a session', (by, transcript) => {
    expect(foldTranscript(transcript).trace.session('s')).toMatchObject({ id: 's', by, cwd: '/a', opened: { seq: 0 } });
  });

  test('the response that opens a session belongs to it', () => {
    const { messages } = foldTranscript('> 1 session/new {"cwd":"/a"}\n< 1 ok {"sessionId":"s"}');
    expect(messages.map(({ session }) => session)).toEqual([undefined, 's']);
  });

  test('an error opens no session', () => {
    expect(
      foldTranscript('> 1 session/load {"sessionId":"s"}\n< 1 error {"code":-32002,"message":"no"}').trace.session('s'),
    ).toBeUndefined();
  });

  test.each(['session/close', 'session/delete'])('%s closes a session', (method) => {
    const { trace, events } = foldTranscript(`
      > 1 session/new {"cwd":"/a"}
      < 1 ok {"sessionId":"s"}
      > 2 ${method} {"sessionId":"s"}
      < 2 ok {}
    `);
    expect(trace.session('s')).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ kind: 'session', session: { id: 's', closed: { seq: 3 } } });
  });
});

describe('a session', () => {
  const open = (id: number, session: string) =>
    `> ${id} session/new {"cwd":"/a"}\n< ${id} ok {"sessionId":"${session}"}`;

  test('that is opened again is not a closed one', () => {
    const { trace } = foldTranscript(`
      ${open(1, 's')}
      > 2 session/close {"sessionId":"s"}
      < 2 ok {}
      > 3 session/resume {"sessionId":"s","cwd":"/a"}
      < 3 ok {}
    `);
    expect([trace.session('s')?.by, trace.closedSession('s')]).toEqual(['session/resume', undefined]);
  });

  test('has its own configuration options', () => {
    const { trace } = foldTranscript(`
      ${open(1, 'a')}
      ${open(2, 'b')}
      > 3 session/set_config_option {"sessionId":"b","configId":"model","value":"large"}
      < 3 ok {"configOptions":[{"id":"model"}]}
      < session/update {"sessionId":"a","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode"}]}}
    `);
    const idsOf = (id: string) => trace.session(id)?.configOptions;
    expect([idsOf('a'), idsOf('b')]).toEqual([[{ id: 'mode' }], [{ id: 'model' }]]);
  });

  test('keeps its options when a change of them fails', () => {
    const { trace } = foldTranscript(`
      > 1 session/new {"cwd":"/a"}
      < 1 ok {"sessionId":"s","configOptions":[{"id":"model"}]}
      > 3 session/set_config_option {"sessionId":"s","configId":"model","value":"none"}
      < 3 error {"code":-32602,"message":"no such model"}
    `);
    expect(trace.session('s')?.configOptions).toEqual([{ id: 'model' }]);
  });
});

describe('turns', () => {
  const prompt = '> 5 session/prompt {"sessionId":"s","prompt":[]}';

  test('of version 1 end with the response to the prompt', () => {
    const turns = foldedEvents(`${prompt}\n< 5 ok {"stopReason":"end_turn"}`, 'turn');
    expect(turns.map(({ turn }) => [turn.number, turn.ended?.seq, turn.outcome])).toEqual([
      [1, undefined, undefined],
      [1, 1, 'end_turn'],
    ]);
  });

  test('of version 2 end when the session goes idle', () => {
    const { events, trace } = foldTranscript(`
      ${VERSION_2}
      ${prompt}
      < 5 ok {"messageId":"m"}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}
      < session/update {"sessionId":"other","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"refusal"}}
    `);
    const turns = events.filter((event) => event.kind === 'turn');
    expect(turns.map(({ turn }) => [turn.ended?.seq, turn.outcome])).toEqual([
      [undefined, undefined],
      [6, 'refusal'],
    ]);
    expect([...trace.openTurns()]).toEqual([]);
  });

  test.each([
    ['"result":{"stopReason":"refusal"}', 'refusal'],
    ['"error":{"code":-32000,"message":"no"}', 'error'],
  ])('end with the answer of acptap itself: %s', (answer, outcome) => {
    const { trace, events, steps } = foldTranscript(`
      > 1 session/prompt {"sessionId":"s","prompt":[]}
      > 2 session/prompt {"sessionId":"t","prompt":[]}
      = injected {"toward":"agent","json":{"jsonrpc":"2.0","id":1,${answer}}}
      = injected {"toward":"client","json":{"jsonrpc":"2.0","id":1,${answer}}}
      < 1 ok {"stopReason":"end_turn"}`);
    expect([...trace.openTurns()].map(({ session }) => session)).toEqual(['t']);
    const ended = events.flatMap((event) => (event.kind === 'turn' && event.turn.ended ? [event.turn] : []));
    expect(ended).toMatchObject([{ number: 1, ended: { seq: 3, from: 'agent' }, outcome }]);
    expect(steps[3]).toMatchObject({ messages: [], dropped: [{ id: '1' }] });
  });

  test('of version 1 do not end with a state update', () => {
    const { trace } = foldTranscript(
      `${prompt}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle"}}`,
    );
    expect(trace.currentTurn('s')).toMatchObject({ number: 1 });
  });

  test.each([
    ['version 1', ''],
    ['version 2', VERSION_2],
  ])('end with an error in %s', (_version, beginning) => {
    const turns = foldedEvents(`${beginning}\n${prompt}\n< 5 error {"code":-32603,"message":"no"}`, 'turn');
    expect(turns.at(-1)?.turn.outcome).toBe('error');
  });

  test('of two sessions are separate, and the latest of a session is the current one', () => {
    const { trace } = foldTranscript(`
      > 1 session/prompt {"sessionId":"a"}
      > 2 session/prompt {"sessionId":"b"}
      > 3 session/prompt {"sessionId":"a"}
      < 1 ok {"stopReason":"cancelled"}
    `);
    expect([trace.currentTurn('a')?.number, trace.currentTurn('b')?.number]).toEqual([3, 2]);
  });
});

/** An update of tool call `t`. */
const update = (patch: string) => `< session/update {"sessionId":"s","update":{"toolCallId":"t",${patch}}}`;

describe('tool calls', () => {
  test('are patched: absent members of an update stay', () => {
    const { trace } = foldTranscript(`
      ${update('"sessionUpdate":"tool_call","title":"Write","kind":"edit","status":"pending"')}
      ${update('"sessionUpdate":"tool_call_update","status":"in_progress"')}
      ${update('"sessionUpdate":"tool_call_update","title":"Write a file"')}
    `);
    expect(trace.toolCall('s', 't')).toMatchObject({
      title: 'Write a file',
      kind: 'edit',
      status: 'in_progress',
      opened: { seq: 0 },
      updated: { seq: 2 },
    });
  });

  test('begin with an update if there was no call before', () => {
    const { trace } = foldTranscript(update('"sessionUpdate":"tool_call_update","title":"Late","status":"completed"'));
    expect(trace.toolCall('s', 't')).toMatchObject({ title: 'Late', opened: { seq: 0 } });
  });

  test('begin with their permission request, and the permission refers to them', () => {
    const { messages, events } = foldTranscript(`
      < 1 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t","title":"Run"},"options":[]}
      ${update('"sessionUpdate":"tool_call_update","status":"in_progress"')}
      > 1 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
    `);
    expect(messages.map(({ toolCall }) => [toolCall?.title, toolCall?.status])).toEqual([
      ['Run', undefined],
      ['Run', 'in_progress'],
      ['Run', 'in_progress'],
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'permission', permission: { toolCallId: 't', chosen: 'yes' } });
  });

  test('that run again are not forgotten before ended ones', () => {
    const call = (id: string, status: string) =>
      `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"${id}","status":"${status}"}}`;
    const others = Array.from({ length: 1100 }, (_, number) => call(`n${number}`, 'completed')).join('\n');
    const { trace } = foldTranscript(`${call('again', 'completed')}\n${call('again', 'in_progress')}\n${others}`);
    expect(trace.toolCall('s', 'again')?.status).toBe('in_progress');
    expect(trace.toolCall('s', 'n0')).toBeUndefined();
    expect(trace.toolCall('s', 'n1099')).toBeDefined();
  });

  test('that never end are forgotten beyond a limit', () => {
    const calls = Array.from(
      { length: 5000 },
      (_, number) =>
        `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"n${number}"}}`,
    );
    const { trace } = foldTranscript(calls.join('\n'));
    expect([trace.toolCall('s', 'n0'), trace.toolCall('s', 'n4999')?.id]).toEqual([undefined, 'n4999']);
  });

  test('with the same id in two sessions are different', () => {
    const { trace } = foldTranscript(`
      ${update('"sessionUpdate":"tool_call","title":"One"')}
      ${update('"sessionUpdate":"tool_call","title":"Two"').replace('"s"', '"other"')}
    `);
    expect([trace.toolCall('s', 't')?.title, trace.toolCall('other', 't')?.title]).toEqual(['One', 'Two']);
  });
});

test('a terminal id means the terminal of its session, else the latest one', () => {
  const { trace } = foldTranscript(`
    < 1 terminal/create {"sessionId":"a","command":"ls"}
    > 1 ok {"terminalId":"t"}
    < 2 terminal/create {"sessionId":"b","command":"ls"}
    > 2 ok {"terminalId":"t"}
  `);
  expect(['a', 'b', 'other'].map((session) => trace.terminal('t', session)?.session)).toEqual(['a', 'b', 'b']);
});

test.each([
  ['{"outcome":{"outcome":"selected","optionId":"yes"}}', 'yes'],
  ['{"outcome":{"outcome":"cancelled"}}', 'cancelled'],
  ['{}', undefined],
])('a permission answered with %s has chosen %s', (result, chosen) => {
  const asked = '< 1 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}';
  expect(foldedEvents(`${asked}\n> 1 ok ${result}`, 'permission')).toMatchObject([{ permission: { chosen } }]);
});

test.each([
  ['names', '"toolCallId":"t"'],
  ['has', '"toolCall":{"toolCallId":"t","title":"Run"}'],
])('the subject of a permission of version 2 %s its tool call', (_verb, call) => {
  const asked = `< 1 session/request_permission {"sessionId":"s","title":"Run?","subject":{"type":"tool_call",${call}}}`;
  const [event] = foldedEvents(`${asked}\n> 1 error {"code":-32603,"message":"no"}`, 'permission');
  expect(event?.permission).toMatchObject({ toolCallId: 't', chosen: undefined });
});
