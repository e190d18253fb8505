import { describe, expect, test } from 'vitest';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { renderRowJson } from '../../proxy/cli/render/show-json.ts';
import { recordingFile } from '../support/recording-file.ts';

/** Returns the lines of `show --json` for a recording. */
async function linesOf(transcript: string): Promise<readonly string[]> {
  const { store, no, summary } = await importToMemory(recordingFile(transcript));
  const lines = store.read
    .rows(no, 0, summary.total)
    .map((row) => renderRowJson(row, store.read.entryBytes(no, row.seq) ?? new Uint8Array()));
  store.close();
  return lines;
}

const parsed = async (transcript: string) =>
  (await linesOf(transcript)).map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a line of show --json', () => {
  test('has the members that product.md promises, in that order, and no others', async () => {
    const head = ['seq', 't', 'from', 'kind', 'method', 'id', 'session', 'summary', 'bytes'];
    const all = await parsed('> 1 session/new {}\n< | no json\n< \\| \\xff\n! text\n= exit {"code":0,"signal":null}');
    expect(all.map((line) => Object.keys(line))).toEqual(
      ['json', 'text', 'base64', 'text', 'json'].map((body) => [...head, body, 'findings']),
    );
  });

  test('has the kind of each entry', async () => {
    const all = await parsed(
      `@100 > 1 session/prompt {"sessionId":"s"}
       @200 < session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}
       @300 < 1 ok {"stopReason":"end_turn"}
       @400 > 2 _x/y {}
       @500 < 2 error {"code":-32601,"message":"no"}
       @600 < | no json
       @700 ! starting
       @800 = exit {"code":0,"signal":null}`,
    );
    expect(all.map(({ seq, t, from, kind, method, id, session }) => [seq, t, from, kind, method, id, session])).toEqual(
      [
        [0, 100, 'client', 'request', 'session/prompt', 1, 's'],
        [1, 200, 'agent', 'notification', 'session/update', null, 's'],
        [2, 300, 'agent', 'response', 'session/prompt', 1, 's'],
        [3, 400, 'client', 'request', '_x/y', 2, null],
        [4, 500, 'agent', 'error', '_x/y', 2, null],
        [5, 600, 'agent', 'invalid', null, null, null],
        [6, 700, 'stderr', 'stderr', null, null, null],
        [7, 800, null, 'event', null, null, null],
      ],
    );
    expect(all.map(({ bytes }) => bytes)).toEqual([
      ...all.slice(0, 5).map(({ json }) => JSON.stringify(json).length + 1),
      'no json\n'.length,
      'starting\n'.length,
      expect.any(Number),
    ]);
    expect(all[5]).toMatchObject({ text: 'no json\n', findings: ['framing/line-is-json'] });
    expect(all[6]).toMatchObject({ text: 'starting\n' });
    expect(all[7]).toMatchObject({ json: { event: 'exit', code: 0, signal: null } });
  });

  test.each(['1', '"1"', 'null', '9007199254740993', '-9223372036854775808', '"ü\\u0000\\"\\\\"'])(
    'has the id %s as it was on the wire',
    async (id) => {
      const [line = ''] = await linesOf(`> ${id} _a {}`);
      expect(line).toContain(`"method":"_a","id":${id},"session"`);
    },
  );

  test('has the JSON as it was on the wire, digit for digit, repeated members and white space too', async () => {
    const [line = ''] = await linesOf(
      '> | { "jsonrpc":"2.0", "id":1, "method":"_a", "params":{"n":9007199254740993,"n":1.0e2} }\\r',
    );
    expect(line).toContain(
      '"json":{ "jsonrpc":"2.0", "id":1, "method":"_a", "params":{"n":9007199254740993,"n":1.0e2} },"findings"',
    );
  });

  test.each(['{"a":\\n1}', '{"jsonrpc":"2.0",\\r"method":"_a"}', '"\u{2028}"', '\\r', ''])(
    'is one line of JSON whatever the frame holds: %s',
    async (frame) => {
      for (const line of await linesOf(`< | ${frame}`)) {
        expect(line.trimEnd().split(/[\n\r]/)).toHaveLength(1);
        expect(JSON.parse(line)).toMatchObject({ from: 'agent' });
      }
    },
  );

  test.each([
    ['\u{a0}{"a":1}', 'text'],
    ['{"a":1}\u{2028}', 'text'],
    ['\u{feff} {"a":1}', 'json'],
    [' \t{"a":1} \\r', 'json'],
  ])('has %j as %s: white space is what JSON calls so', async (frame, member) => {
    const [line] = await parsed(`< | ${frame}`);
    expect(Object.keys(line ?? {})).toContain(member);
    expect(JSON.stringify(line).includes('framing/line-is-json')).toBe(member === 'text');
  });

  test('gives bytes that are not UTF-8 as base64', async () => {
    const [line] = await parsed('< | \\xff\\x00');
    expect(line).toMatchObject({ kind: 'invalid', base64: Buffer.from([0xff, 0, 0x0a]).toString('base64') });
  });
});
