import { describe, expect, test } from 'vitest';
import { completeFrame, type FrameContext } from '#core/protocol/complete-frame.ts';

const CLIENT: FrameContext = { from: 'client', version: 1, answers: null };

/** Completes at `|`. Returns the text that each item would make, and the names of all. */
function complete(marked: string, context = CLIENT) {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { at, items } = completeFrame(text, cursor, context);
  return {
    texts: items.map((item) => item.text),
    first: items[0] && text.slice(0, at.start) + items[0].text + text.slice(at.end),
  };
}

describe('a name', () => {
  test('of a message is one of JSON-RPC that is not there yet', () => {
    expect(complete('{"jsonrpc":"2.0","id":1,|}').texts).toEqual([
      '"method": ',
      '"params": ',
      '"result": ',
      '"error": ',
    ]);
  });

  test('is completed within its quotes, and keeps the colon that is there', () => {
    expect(complete('{"method":"session/prompt","params":{"ses|":"s"}}').first).toBe(
      '{"method":"session/prompt","params":{"sessionId":"s"}}',
    );
    expect(complete('{"method":"session/prompt","params":{"pr|').first).toBe(
      '{"method":"session/prompt","params":{"prompt": ',
    );
  });

  test('uses the schema of the method, even if the method comes after the members', () => {
    expect(complete('{"params":{"|"},"method":"session/new"}').texts).toEqual(
      expect.arrayContaining(['"cwd": ', '"mcpServers": ']),
    );
    expect(complete('{"params":{"|"},"method":"_own"}').texts).toEqual([]);
  });

  test('of a form depends on the tag of its union', () => {
    const block = (inner: string) => `{"method":"session/prompt","params":{"prompt":[{${inner}}]}}`;
    expect(complete(block('|')).texts).toContain('"type": ');
    expect(complete(block('|')).texts).not.toContain('"mimeType": ');
    expect(complete(block('"type":"image",|')).texts).toContain('"mimeType": ');
    expect(complete(block('"|","type":"image"')).texts).toContain('"mimeType": ');
    expect(complete(block('"type":"text",|')).texts).not.toContain('"mimeType": ');
  });

  test('of an unfinished line does not swallow the lines below', () => {
    expect(complete('{\n "method": "session/cancel",\n "params": {\n  "ses|\n },\n "id": 1\n}').texts).toEqual([
      '"sessionId": ',
    ]);
  });
});

describe('a value', () => {
  test('of a method is what this side sends', () => {
    expect(complete('{"method":"session/up|"}').texts).toEqual([]);
    expect(complete('{"method":"session/up|"}', { ...CLIENT, from: 'agent' }).first).toBe(
      '{"method":"session/update"}',
    );
  });

  test('takes a value of its enum or tags, or an example with the required members', () => {
    const update = (inner: string) => `{"method":"session/update","params":{"sessionId":"s","update":${inner}}}`;
    const agent: FrameContext = { ...CLIENT, from: 'agent' };
    expect(complete(update('{"sessionUpdate":"tool|"}'), agent).texts).toEqual(['"tool_call"', '"tool_call_update"']);
    expect(complete(update('{"sessionUpdate":"tool_call","status":|}'), agent).texts).toContain('"in_progress"');
    expect(complete(update('|'), agent).texts.some((text) => text.includes('"agent_message_chunk"'))).toBe(true);
    expect(complete('{"method":"initialize","params":{"clientCapabilities":{"terminal":|}}}').texts).toEqual([
      'true',
      'false',
    ]);
  });

  test('of a result uses the method that it answers', () => {
    const answer: FrameContext = { ...CLIENT, answers: 'session/request_permission' };
    expect(complete('{"id":1,"result":{"outcome":{"|"}}}', answer).texts).toEqual(['"outcome": ']);
    expect(complete('{"id":1,"result":{"outcome":{"outcome":"|"}}}', answer).texts).toEqual([
      '"cancelled"',
      '"selected"',
    ]);
    expect(complete('{"id":1,"result":{"outcome":{"outcome":"selected",|}}}', answer).texts).toContain('"optionId": ');
  });
});

test.each([
  '|',
  '[|]',
  '{"a" |:1}',
  '{"a":1 |}',
  '"|',
  '{"\\|',
  '}}|',
  '{"params":{"a":{"b":[[{"|"',
  '{"method":"\\u|"',
])('%s makes no trouble', (marked) => {
  expect(() => complete(marked)).not.toThrow();
});
