import { describe, expect, test } from 'vitest';
import { MAX_CARD_CHARACTERS } from '#core/cards/budget.ts';
import { onlyCard } from './cards-of.ts';

const update = (json: string) => `< session/update {"sessionId":"s","update":${json}}`;
const text = (words: string) => `{"type":"content","content":{"type":"text","text":"${words}"}}`;
const called = update(
  '{"sessionUpdate":"tool_call","toolCallId":"c","title":"Edit","kind":"edit","status":"pending","locations":[{"path":"/a.ts","line":3}],"rawInput":{"path":"/a.ts"}}',
);

describe('a tool call', () => {
  test('is shown in its final state', () => {
    const card = onlyCard(
      `${called}
      ${update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","content":[${text('first')}]}`)}
      ${update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed","title":"Edit a.ts","content":[${text('last')}]}`)}`,
      'tool-call',
    );
    expect(card).toMatchObject({
      id: 'c',
      title: 'Edit a.ts',
      toolKind: 'edit',
      status: 'completed',
      locations: [{ path: '/a.ts', line: 3 }],
      content: [{ kind: 'block', seq: 2, block: { kind: 'text', text: 'last' } }],
      input: { text: '{\n  "path": "/a.ts"\n}', missing: 0 },
      output: null,
    });
  });

  test('of version 2 grows by chunks, and null removes its content', () => {
    const chunks = `${update('{"sessionUpdate":"tool_call_update","toolCallId":"c","title":"Run"}')}
      ${update(`{"sessionUpdate":"tool_call_content_chunk","toolCallId":"c","content":${text('one, ')}}`)}
      ${update(`{"sessionUpdate":"tool_call_content_chunk","toolCallId":"c","content":${text('two')}}`)}`;
    expect(onlyCard(chunks, 'tool-call').content).toMatchObject([{ seq: 1, block: { text: 'one, two' } }]);
    const cleared = `${chunks}\n${update('{"sessionUpdate":"tool_call_update","toolCallId":"c","content":null}')}`;
    expect(onlyCard(cleared, 'tool-call').content).toEqual([]);
  });

  test('shows a diff whole or not at all', () => {
    const diff = (after: string) =>
      onlyCard(
        update(
          `{"sessionUpdate":"tool_call","toolCallId":"c","title":"Edit","content":[{"type":"diff","path":"/a","oldText":"old","newText":"${after}"}]}`,
        ),
        'tool-call',
      ).content;
    expect(diff('new')).toEqual([{ kind: 'diff', seq: 0, path: '/a', before: 'old', after: 'new', missing: 0 }]);
    expect(diff('x'.repeat(MAX_CARD_CHARACTERS))).toEqual([
      { kind: 'diff', seq: 0, path: '/a', before: null, after: null, missing: MAX_CARD_CHARACTERS + 3 },
    ]);
  });

  test('of version 2 lists the files of its patch', () => {
    const [content] = onlyCard(
      update(
        '{"sessionUpdate":"tool_call_update","toolCallId":"c","content":[{"type":"diff","changes":[{"operation":"move","oldPath":"/a","path":"/b"}],"patch":{"format":"git_patch","text":"-x\\n+y\\n"}}]}',
      ),
      'tool-call',
    ).content;
    expect(content).toEqual({
      kind: 'patch',
      seq: 0,
      changes: [{ operation: 'move', path: '/b', oldPath: '/a' }],
      patch: { text: '-x\n+y\n', missing: 0 },
    });
  });

  test('lists the files read and written for it', () => {
    const card = onlyCard(
      `${called}
      < 1 fs/read_text_file {"sessionId":"s","path":"/a.ts","line":2,"limit":5}
      > 1 ok {"content":"two"}
      < 2 fs/write_text_file {"sessionId":"s","path":"/a.ts","content":"three"}
      > 2 error {"code":-32603,"message":"read-only"}`,
      'tool-call',
    );
    expect(card.files).toMatchObject([
      { seq: 1, answered: 2, operation: 'read', path: '/a.ts', line: 2, limit: 5, content: { text: 'two' } },
      { seq: 3, operation: 'write', content: { text: 'three' }, failure: { code: -32603, message: 'read-only' } },
    ]);
  });
});

describe('a terminal', () => {
  const running = `${called}
    < 1 terminal/create {"sessionId":"s","command":"npm","args":["test"],"cwd":"/w"}
    > 1 ok {"terminalId":"t"}
    ${update('{"sessionUpdate":"tool_call_update","toolCallId":"c","content":[{"type":"terminal","terminalId":"t"}]}')}`;

  test('is shown in the tool call’s content with its latest output', () => {
    const card = onlyCard(
      `${running}
      < 2 terminal/output {"sessionId":"s","terminalId":"t"}
      > 2 ok {"output":"ru","truncated":false}
      < 3 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}
      > 3 ok {"exitCode":1,"signal":null}
      < 4 terminal/output {"sessionId":"s","terminalId":"t"}
      > 4 ok {"output":"\\u001b[31mruined\\u001b[0m","truncated":true,"exitStatus":{"exitCode":1}}`,
      'tool-call',
    );
    const terminal = {
      seq: 9,
      id: 't',
      command: 'npm test',
      cwd: '/w',
      output: { text: '\u001b[31mruined\u001b[0m', missing: 0 },
      isTruncated: true,
      exit: { code: 1, signal: null },
      failure: null,
    };
    expect(card.content).toEqual([{ kind: 'terminal', seq: 3, id: 't', terminal }]);
    expect(card.terminals).toEqual([]);
  });

  test('that could not be created shows why', () => {
    const card = onlyCard(
      `${called}
      < 1 terminal/create {"sessionId":"s","command":"nope"}
      > 1 error {"code":-32603,"message":"ENOENT"}`,
      'tool-call',
    );
    expect(card.terminals).toMatchObject([{ id: null, command: 'nope', failure: { message: 'ENOENT' } }]);
  });

  test('of the agent itself shows its output from _meta', () => {
    const meta = (json: string) => update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","_meta":${json}}`);
    const card = onlyCard(
      `${called}
      ${meta('{"terminal_info":{"terminal_id":"x","cwd":"/w"}}')}
      ${meta('{"terminal_output":{"terminal_id":"x","data":"a"}}')}
      ${meta('{"terminal_output":{"terminal_id":"x","data":"b"}}')}
      ${meta('{"terminal_exit":{"terminal_id":"x","exit_code":0,"signal":null}}')}`,
      'tool-call',
    );
    expect(card.terminals).toMatchObject([{ id: 'x', cwd: '/w', output: { text: 'ab' }, exit: { code: 0 } }]);
  });
});
