import { describe, expect, test } from 'vitest';
import { mapItems } from '#core/json/json-items.ts';
import { createFolderMap, pairFolders, type FolderPair } from '#core/protocol/folder-map.ts';
import { encodeUtf8, decodeUtf8 } from '#core/wire/bytes.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';
import { converse } from './player-conversation.ts';

/** The last line that the client receives. */
function lastLine(recording: string, live: string, options: { readonly mapText?: boolean } = {}): string {
  const player = createPlayer(toPlaybook(parseTranscript(recording)), options);
  const commands = [...player.start(0)];
  for (const entry of parseTranscript(live))
    if (entry.kind === 'frame') commands.push(...player.receive(entry.bytes, 0));
  const last = commands.findLast((command) => command.kind === 'send' && command.seq !== null);
  return last?.kind === 'send' ? (decodeUtf8(last.bytes) ?? '') : '';
}

describe('a request of the live client', () => {
  test.each([
    ['1', '"550e8400-e29b-41d4-a716-446655440000"'],
    ['"550e8400-e29b-41d4-a716-446655440000"', '1'],
    ['1', '"1"'],
    ['"1"', '1'],
    ['9007199254740993', '7'],
    ['7', '9007199254740993'],
    ['-9223372036854775808', '"ü"'],
    ['0', 'null'],
    ['1', '"\\u0041"'],
    ['1', '2.0'],
  ])('recorded with the id %s is answered with the live id %s, character by character', (recorded, live) => {
    const line = lastLine(`> ${recorded} _a\n< ${recorded} ok {"n":9007199254740993}`, `> ${live} _a`);
    expect(line).toBe(`{"jsonrpc":"2.0","id":${live},"result":{"n":9007199254740993}}\n`);
  });

  test('changes only the id in its answer', () => {
    const recording =
      '> 1 _a\n< | { "result" : {"id":1, "big":9007199254740993, "f":1.0}, "id":1 , "jsonrpc":"2.0" }\\r';
    expect(lastLine(recording, '> "x" _a')).toBe(
      '{ "result" : {"id":1, "big":9007199254740993, "f":1.0}, "id":"x" , "jsonrpc":"2.0" }\r\n',
    );
  });

  test('is named by its live id in a request of the agent', () => {
    const recording = `> 1 authenticate {"methodId":"m"}
      < 7 elicitation/create {"message":"Code?","mode":"form","requestId": 1 ,"requestedSchema":{"requestId":1}}`;
    expect(lastLine(recording, '> "x" authenticate {"methodId":"m"}')).toBe(
      '{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"Code?","mode":"form","requestId": "x" ,"requestedSchema":{"requestId":1}}}\n',
    );
  });

  test('gets the recorded bytes when the id is the recorded one', () => {
    const recording = '> 1 _a\n< | \\x7b"id":1,"result":"\\u00e9 \\\\u00e9","jsonrpc":"2.0"}';
    const playbook = toPlaybook(parseTranscript(recording.replace('\\u00e9 ', 'é ')));
    const player = createPlayer(playbook);
    player.start(0);
    const [sent] = player.receive(encodeUtf8('{"jsonrpc":"2.0","id":1,"method":"_a"}'), 0);
    expect(sent?.kind === 'send' && sent.bytes).toBe(playbook.lanes[0]?.[0]?.bytes);
  });
});

describe('a terminal of the client', () => {
  const recording = `
    > 1 session/new {"cwd":"/w"}
    < 1 ok {"sessionId":"s"}
    > 2 session/prompt {"sessionId":"s","prompt":[]}
    < 0 terminal/create {"sessionId":"s","command":"ls"}
    > 0 ok {"terminalId":"term-1"}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","content":[{"type":"terminal","terminalId":"term-1"}],"rawInput":{"terminalId":"term-1"}}}
    < 1 terminal/wait_for_exit {"sessionId":"s","terminalId":"term-1"}
    > 1 ok {"exitCode":0}
    < 2 ok {"stopReason":"end_turn"}`;
  const live = (exitCode: number) => `
    > 1 session/new {"cwd":"/w"}
    > 2 session/prompt {"sessionId":"s","prompt":[]}
    > 0 ok {"terminalId":"t-77"}
    > 1 ok {"exitCode":${exitCode}}`;

  test('has its live id, except in content of the model', () => {
    const { lines, report } = converse(recording, live(0));
    expect(lines.join('\n')).toContain(
      '"content":[{"type":"terminal","terminalId":"t-77"}],"rawInput":{"terminalId":"term-1"}',
    );
    expect(lines.join('\n')).toContain('terminal/wait_for_exit {"sessionId":"s","terminalId":"t-77"}');
    expect(report).toMatchObject({ outcome: 'complete', notes: [] });
  });

  test('is noted when its command ends differently', () => {
    expect(converse(recording, live(1)).report).toMatchObject({
      outcome: 'complete',
      notes: ['a command ended with 1 (#6), in the recording with 0'],
    });
  });
});

describe('a session with an id of the live client', () => {
  const recording = `
    > 1 session/load {"sessionId":"old","cwd":"/w","mcpServers":[]}
    < session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"old"}}}
    < 1 ok {}
    > 2 session/prompt {"sessionId":"old","prompt":[]}
    < session/update {"sessionId":"old","update":{"sessionUpdate":"session_message","senderSessionId":"old","recipientSessionId":"child"}}
    < 2 ok {"stopReason":"end_turn"}`;

  test('is named by its live id', () => {
    const { lines, report } = converse(
      recording,
      '> 1 session/load {"sessionId":"mine","cwd":"/w","mcpServers":[]}\n> 2 session/prompt {"sessionId":"mine","prompt":[]}',
    );
    expect(lines.filter((line) => line.startsWith('<'))).toEqual([
      '< session/update {"sessionId":"mine","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"old"}}}',
      '< 1 ok {}',
      '< session/update {"sessionId":"mine","update":{"sessionUpdate":"session_message","senderSessionId":"mine","recipientSessionId":"child"}}',
      '< 2 ok {"stopReason":"end_turn"}',
    ]);
    expect(report.outcome).toBe('complete');
  });
});

describe('an id written by the agent or the model', () => {
  test.each(['_meta', 'rawInput', 'rawOutput'])('stays as recorded in %s, at any depth', (member) => {
    const own = '{"sessionId":"old","path":"/w/a","deep":[{"sessionId":"old","terminalId":"old"}]}';
    const recording = `
      > 1 session/load {"sessionId":"old","cwd":"/w","mcpServers":[]}
      < 1 ok {}
      > 2 session/prompt {"sessionId":"old","prompt":[]}
      < session/update {"sessionId":"old","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"","${member}":${own}}}
      < 2 ok {"stopReason":"end_turn"}`;
    const { lines } = converse(
      recording,
      '> 1 session/load {"sessionId":"mine","cwd":"/mine","mcpServers":[]}\n> 2 session/prompt {"sessionId":"mine","prompt":[]}',
    );
    expect(lines.find((line) => line.startsWith('< session/update'))).toBe(
      `< session/update {"sessionId":"mine","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"","${member}":${own}}}`,
    );
  });
});

describe('a folder', () => {
  const pair = (from: string, to: string): readonly FolderPair[] => [pairFolders(from, to)].flatMap((one) => one ?? []);

  test.each([
    ['/work', '/work', '/x', '/x'],
    ['/work/', '/work/src/a.ts', '/x', '/x/src/a.ts'],
    ['/work', '/workshop/a.ts', '/x', '/workshop/a.ts'],
    ['/work', 'src/work/a.ts', '/x', 'src/work/a.ts'],
    ['/', '/a', '/x', '/x/a'],
    ['/', 'a', '/x', 'a'],
    ['/work', '/work/a', '/', '/a'],
    ['/work', '/work', '/', '/'],
    ['/work', 'file:///work/a', '/', 'file:///a'],
    ['C:\\work', 'C:\\work\\a.ts', 'D:\\y', 'D:\\y\\a.ts'],
    ['/my work', 'file:///my%20work/a.ts#L3', '/x y', 'file:///x%20y/a.ts#L3'],
    ['C:\\work', 'file:///C:/work/a.ts', '/x', 'file:///x/a.ts'],
    ['C:\\work', 'C:\\work\\src\\a.ts', '/x', '/x/src/a.ts'],
    ['C:\\work', 'c:\\WORK\\a.ts', '/x', '/x/a.ts'],
    ['C:\\work', 'C:/work/a.ts', '/x', '/x/a.ts'],
    ['C:\\work', 'C:\\workshop\\a.ts', '/x', 'C:\\workshop\\a.ts'],
    ['C:\\work', 'file:///c%3A/work/a.ts', '/x', 'file:///x/a.ts'],
    ['C:\\', 'C:\\a', '/x', '/x/a'],
    ['c:/work', 'C:\\work\\a\\b', 'D:/y', 'D:/y/a/b'],
    ['/x', '/x/src/a.ts', 'C:\\work', 'C:\\work\\src\\a.ts'],
    ['/x', '/x', 'C:\\', 'C:\\'],
    ['/x', 'file:///x/a%2Cb', 'C:\\my work', 'file:///C:/my%20work/a%2Cb'],
    ['\\\\server\\share', 'file://server/share/a', '/x', 'file:///x/a'],
    ['/x', 'file:///x/a', '\\\\server\\share', 'file://server/share/a'],
    ['/x', '/x/a\\b', '/y', '/y/a\\b'],
    ['/X', '/x/a', '/y', '/x/a'],
    ['/c++ (x)@1', 'file:///c++%20(x)@1/b', '/x', 'file:///x/b'],
    ['/c++ (x)@1', 'file:///c%2b%2B%20(x)%401/b?q#f', '/x', 'file:///x/b?q#f'],
    ['/x', 'file:///x/b', '/a+b&c,d=e@f#g?h%', 'file:///a+b&c,d=e@f%23g%3Fh%25/b'],
    ['/work', 'file:///work%20x/a', '/x', 'file:///work%20x/a'],
    ['/work', 'file:///work/%zz', '/x', 'file:///x/%zz'],
  ])('%s: the path %s in %s becomes %s', (from, path, to, expected) => {
    expect(createFolderMap(pair(from, to)).path(path)).toBe(expected);
  });

  test('is mapped before the folder that contains it', () => {
    const pairs = [...pair('/a', '/x'), ...pair('/a/b', '/y')];
    expect(createFolderMap(pairs).path('/a/b/c')).toBe('/y/c');
    expect(createFolderMap(pairs).path('/a/c')).toBe('/x/c');
  });

  test('is replaced in free text only as a whole path', () => {
    const text = 'cd /work && ls /work/src; not /workshop, not /home/work or a/work: file:///work/a';
    expect(createFolderMap(pair('/work', '/x')).text(text)).toBe(
      'cd /x && ls /x/src; not /workshop, not /home/work or a/work: file:///x/a',
    );
  });

  const recording = `
    > 1 session/new {"cwd":"/work","mcpServers":[],"additionalDirectories":["/lib"]}
    < 1 ok {"sessionId":"s"}
    > 2 session/prompt {"sessionId":"s","prompt":[]}
    < | {"jsonrpc":"2.0", "method":"session/update", "params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit /work/a","rawInput":{"path":"/work/a"},"locations":[{"path":"/work/a","line":1e0},{"path":"/lib/b"}],"content":[{"type":"diff","path":"/work/a","newText":"/work/a"},{"type":"content","content":{"type":"resource_link","uri":"file:///work/a","name":"a"}}]}}}`;
  const live =
    '> 1 session/new {"cwd":"/home/me","mcpServers":[],"additionalDirectories":["/usr/lib"]}\n> 2 session/prompt {"sessionId":"s","prompt":[]}';

  test('is mapped in every path; every other byte stays', () => {
    expect(lastLine(recording, live)).toBe(
      '{"jsonrpc":"2.0", "method":"session/update", "params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit /work/a","rawInput":{"path":"/work/a"},"locations":[{"path":"/home/me/a","line":1e0},{"path":"/usr/lib/b"}],"content":[{"type":"diff","path":"/home/me/a","newText":"/work/a"},{"type":"content","content":{"type":"resource_link","uri":"file:///home/me/a","name":"a"}}]}}}\n',
    );
  });

  test('is mapped in free text too with mapText', () => {
    const line = lastLine(recording, live, { mapText: true });
    expect(line).toContain('"title":"Edit /home/me/a","rawInput":{"path":"/home/me/a"}');
    expect(line).toContain('"newText":"/home/me/a"');
  });

  test('is mapped for each session separately', () => {
    const two = (id: number, session: string) =>
      `> ${id} session/new {"cwd":"/work","mcpServers":[]}\n< ${id} ok {"sessionId":"${session}"}\n`;
    const ask = (id: number, session: string) =>
      `> ${id} session/prompt {"sessionId":"${session}","prompt":[]}\n< ${id} fs/read_text_file {"sessionId":"${session}","path":"/work/a"}\n`;
    const { lines } = converse(
      two(1, 'a') + two(2, 'b') + ask(3, 'a') + ask(4, 'b'),
      '> 1 session/new {"cwd":"/one"}\n> 2 session/new {"cwd":"/two"}\n> 3 session/prompt {"sessionId":"a","prompt":[]}\n> 4 session/prompt {"sessionId":"b","prompt":[]}',
    );
    expect(lines.filter((line) => line.includes('fs/'))).toEqual([
      '< 3 fs/read_text_file {"sessionId":"a","path":"/one/a"}',
      '< 4 fs/read_text_file {"sessionId":"b","path":"/two/a"}',
    ]);
  });
});

test.each([
  ['[]', '[]'],
  [' [ ] ', ' [ ] '],
  ['[1,2]', '[<0:1>,<1:2>]'],
  ['[ {"a":[1,"]"]} , "x,]" ]\n', '[ <0:{"a":[1,"]"]}> , <1:"x,]"> ]\n'],
])('the items of %s are distinguished', (text, expected) => {
  expect(mapItems(text, (item, index) => `<${index}:${item}>`)).toBe(expected);
});

describe('a batch of the agent', () => {
  test('has live ids even beside items that are not messages', () => {
    const recording = `> 1 _a\n> 2 _b\n< | [{"jsonrpc":"2.0","id":1,"result":"a"},7,{"x":[1]},{"jsonrpc":"2.0","id":2,"result":"b"}]`;
    expect(lastLine(recording, '> 20 _b\n> 10 _a')).toBe(
      '[{"jsonrpc":"2.0","id":10,"result":"a"},7,{"x":[1]},{"jsonrpc":"2.0","id":20,"result":"b"}]\n',
    );
  });
});
