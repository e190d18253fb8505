import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { chunk, says, update, call, called, PROMPT, END } from './transcript-lines.ts';
import { groupTranscript, renderGroups } from './group-transcript.ts';

describe('a text', () => {
  test.each([
    ['another kind of text', chunk('agent_thought_chunk', 'hm'), true],
    ['a tool call', call('1'), true],
    ['a plan', update('"sessionUpdate":"plan","entries":[]'), true],
    ['a request for a file', '< 9 fs/read_text_file {"sessionId":"s","path":"/a"}', true],
    ['another prompt', '> 9 session/prompt {"sessionId":"s","prompt":[]}', true],
    ['an update of a session state', update('"sessionUpdate":"usage_update","used":1,"size":2'), false],
    ['stderr', '! warning', false],
    ['a line without a message', '< | oops', false],
    ['an update of another session', update('"sessionUpdate":"tool_call","toolCallId":"1"', 'other'), false],
  ])('continues after %s unless that ends it', (_, between, ends) => {
    const lines = renderGroups(`${PROMPT}\n${says('one ')}\n${between}\n${says('two')}`);
    expect(lines.filter((line) => line.trimStart().startsWith('message'))).toHaveLength(ends ? 2 : 1);
  });

  test('with an id collects the chunks with that id, whatever comes between', () => {
    const id = (name: string) => `,"messageId":"${name}"`;
    expect(
      renderGroups(
        `${says('a', id('1'))}\n${says('b', id('2'))}\n${says('c', id('1'))}\n${call('x')}\n${says('d', id('2'))}`,
      ),
    ).toEqual(['message "ac": 0 2', 'message "bd": 1 4', 'tool-call "Edit x": 3']);
  });

  test('sent again as a whole gets the new title', () => {
    const whole = (text: string) =>
      update(`"sessionUpdate":"agent_message","messageId":"1","content":[{"type":"text","text":"${text}"}]`);
    expect(renderGroups(`${whole('first')}\n${whole('second')}`)).toEqual(['message "second": 0 1']);
  });

  test('has a short title on one line, without a split character', () => {
    const { groups } = groupTranscript(parseTranscript(says(`a\\n\\n  b ${'\u{1f680}'.repeat(100)}`)));
    const [title = ''] = groups.map((group) => group.title);
    expect(title).toMatch(/^a b \u{1f680}{50,}…$/u);
    expect(title.length).toBeLessThanOrEqual(120);
  });

  test.each([120, 121])('of %d characters has a title of at most 120', (length) => {
    const { groups } = groupTranscript(parseTranscript(says('x'.repeat(length))));
    expect(groups[0]?.title).toBe(length === 120 ? 'x'.repeat(120) : `${'x'.repeat(119)}…`);
  });

  test('shows other blocks than text by their type', () => {
    const image = update(
      '"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":"AA==","mimeType":"a/b"}',
    );
    expect(renderGroups(image)).toEqual(['message "[image]": 0']);
  });
});

describe('a tool call contains', () => {
  test('its updates, its permission request, and the client’s work for it', () => {
    expect(
      renderGroups(`
        ${PROMPT}
        ${call('1')}
        < 10 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"1"},"options":[]}
        > 10 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
        < 11 fs/read_text_file {"sessionId":"s","path":"/a"}
        > 11 ok {"content":"text"}
        < 12 terminal/create {"sessionId":"s","command":"ls"}
        > 12 ok {"terminalId":"t"}
        ${called('1', '"status":"completed","content":[{"type":"terminal","terminalId":"t"}]')}
        < 13 terminal/release {"sessionId":"s","terminalId":"t"}
        > 13 ok {}
        ${END}`),
    ).toEqual(['turn end_turn: 0 11', '  tool-call completed "Edit 1": 1 2 3 4 5 6 7 8 9 10']);
  });

  test('no files while two calls are running, because they may belong to either', () => {
    expect(
      renderGroups(
        `${call('1')}\n${call('2')}\n< 11 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 11 error {"code":1,"message":""}`,
      ),
    ).toEqual(['tool-call "Edit 1": 0', 'tool-call "Edit 2": 1', 'file error: 2 3']);
  });

  test('the terminal that it shows, even while another is running', () => {
    expect(
      renderGroups(`
        ${call('1')}
        ${call('2')}
        < 12 terminal/create {"sessionId":"s","command":"ls"}
        > 12 ok {"terminalId":"t"}
        ${called('2', '"content":[{"type":"terminal","terminalId":"t"}]')}
        < 13 terminal/output {"sessionId":"s","terminalId":"t"}
        > 13 ok {"output":"","truncated":false}`),
    ).toEqual(['tool-call "Edit 1": 0', 'tool-call "Edit 2": 1 4 5 6', 'terminal: 2 3']);
  });

  test('an update after its end', () => {
    expect(
      renderGroups(`${call('1', ',"status":"completed"')}\n${says('x')}\n${called('1', '"title":"Done"')}`),
    ).toEqual(['tool-call completed "Done": 0 2', 'message "x": 1']);
  });

  test('no end while it runs again, and another end after that', () => {
    const again = `${PROMPT}\n${call('1', ',"status":"completed"')}\n${called('1', '"status":"in_progress"')}`;
    const endOf = (transcript: string) => groupTranscript(parseTranscript(transcript)).groups.map(({ until }) => until);
    expect(endOf(again)).toEqual([undefined, undefined]);
    expect(endOf(`${again}\n${called('1', '"status":"failed"')}`)).toEqual([undefined, 4000]);
  });

  test('an end with its turn, even without a final status', () => {
    const { groups } = groupTranscript(parseTranscript(`${PROMPT}\n${call('1')}\n${END}`));
    expect(groups.map(({ kind, until }) => [kind, until])).toEqual([
      ['turn', 3000],
      ['tool-call', 3000],
    ]);
  });
});

describe('outside of tool calls', () => {
  test('a permission has the chosen option as status', () => {
    const asks = '< 1 session/request_permission {"sessionId":"s","options":[]}';
    expect(renderGroups(`${asks}\n> 1 ok {"outcome":{"outcome":"selected","optionId":"yes"}}`)).toEqual([
      'permission yes: 0 1',
    ]);
    expect(renderGroups(`${asks}\n> 1 ok {"outcome":{"outcome":"cancelled"}}`)).toEqual(['permission cancelled: 0 1']);
    expect(renderGroups(`${asks}\n> 1 error {"code":1,"message":"no"}`)).toEqual(['permission error: 0 1']);
    expect(renderGroups(asks)).toEqual(['permission: 0']);
  });

  test('a terminal is one group until it is released', () => {
    expect(
      renderGroups(`
        < 1 terminal/create {"sessionId":"s","command":"ls"}
        > 1 ok {"terminalId":"t"}
        < 2 terminal/create {"sessionId":"s","command":"cat"}
        > 2 ok {"terminalId":"u"}
        < 3 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}
        > 3 ok {"exitCode":2,"signal":null}
        < 4 terminal/release {"sessionId":"s","terminalId":"t"}
        > 4 ok {}
        < 5 terminal/output {"sessionId":"s","terminalId":"t"}`),
    ).toEqual(['terminal exit 2: 0 1 4 5 6 7', 'terminal: 2 3', 'terminal: 8']);
  });

  test('a terminal that the client refused to release stays the same group', () => {
    expect(
      renderGroups(`
        < 1 terminal/create {"sessionId":"s","command":"ls"}
        > 1 ok {"terminalId":"t"}
        < 2 terminal/release {"sessionId":"s","terminalId":"t"}
        > 2 error {"code":-32603,"message":"busy"}
        < 3 terminal/output {"sessionId":"s","terminalId":"t"}`),
    ).toEqual(['terminal: 0 1 2 3 4']);
  });

  test('a plan is one group in each turn, titled by its latest state', () => {
    const plan = (status: string) =>
      update(`"sessionUpdate":"plan","entries":[{"content":"Look","status":"${status}"}]`);
    expect(
      renderGroups(`${PROMPT}\n${plan('in_progress')}\n${says('x')}\n${plan('completed')}\n${END}\n${plan('pending')}`),
    ).toEqual(['turn end_turn: 0 4', '  plan "plan · 1/1 done": 1 3', '  message "x": 2', 'plan: 5']);
  });

  test('repeated states are one group until another state comes', () => {
    const usage = (used: number) => update(`"sessionUpdate":"usage_update","used":${used},"size":9`);
    const mode = update('"sessionUpdate":"current_mode_update","currentModeId":"ask"');
    expect(renderGroups(`${usage(1)}\n${says('a')}\n${usage(2)}\n${mode}\n${usage(3)}`)).toEqual([
      'update "usage_update · 2 of 9 tokens": 0 2',
      'message "a": 1',
      'update: 3',
      'update: 4',
    ]);
  });

  test('stderr and lines without a message are joined until something else begins', () => {
    expect(renderGroups(`! a\n! b\n< | x\n< | y\n! c\n> 1 _a\n! d\n< 1 ok {}\n! e`)).toEqual([
      'stderr: 0 1',
      'noise: 2 3',
      'stderr: 4',
      'exchange ok: 5 7',
      'stderr: 6 8',
    ]);
  });

  test('responses without a request, and requests without a session, stand alone', () => {
    expect(
      renderGroups(
        `< 7 ok {}\n< 7 ok {}\n> session/cancel {"sessionId":"s"}\n= spawn {"pid":1}\n= eof {"of":"client"}`,
      ),
    ).toEqual(['orphan: 0', 'orphan: 1', 'notification: 2', 'event: 3', 'event: 4']);
  });
});
