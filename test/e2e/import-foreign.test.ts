import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { temporaryFile } from '../support/recording-file.ts';
import { list, rawBytes, shown } from '../support/recorded.ts';

const line = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });

const INITIALIZE = line({ id: 0, method: 'initialize', params: { protocolVersion: 1 } });
const INITIALIZED = line({ id: 0, result: { protocolVersion: 1 } });

/** Imports files and reads what the newest recording says of each entry. */
async function importing(...words: readonly string[]) {
  const home = temporaryFolder();
  const { code, stdout, stderr } = await acptap(home, 'import', ...words);
  const entries = code === 0 ? (await shown(home)).map(({ from, kind, method, t }) => ({ from, kind, method, t })) : [];
  return { home, code, id: stdout.trim(), stderr, entries };
}

describe('acptap import', () => {
  test('makes a recording of an export of acp-devtools, and says what is lost', async () => {
    const message = (seq: number, timestamp: number, direction: string, raw: string) => ({
      seq,
      timestamp,
      direction,
      kind: 'request',
      raw,
      payload: {},
    });
    const file = temporaryFile(
      JSON.stringify(
        {
          version: 1,
          exportedAt: 1_781_278_341_787,
          tool: { name: 'acp-devtools', version: '0.3.0' },
          session: {
            id: 77,
            name: null,
            agentCommand: '/bin/goose acp',
            clientName: 'WebStorm',
            startedAt: 1_781_278_066_194,
            endedAt: null,
          },
          messages: [
            message(1, 1_781_278_066_196, 'editor-to-agent', INITIALIZE),
            message(2, 1_781_278_066_207, 'agent-to-editor', INITIALIZED),
            message(3, 1_781_278_066_208, 'agent-to-editor', 'no JSON'),
          ],
        },
        undefined,
        4,
      ),
      'session.json',
    );
    const { home, code, stderr, entries } = await importing(file);
    expect([code, stderr]).toEqual([0, expect.stringContaining('is a file of acp-devtools. It lacks')]);
    expect(entries).toEqual([
      { from: 'client', kind: 'request', method: 'initialize', t: 2000 },
      { from: 'agent', kind: 'response', method: 'initialize', t: 13_000 },
      { from: 'agent', kind: 'invalid', method: null, t: 14_000 },
    ]);
    expect((await rawBytes(home, 'agent')).toString()).toBe(`${INITIALIZED}\nno JSON\n`);
    expect(await list(home)).toMatchObject([{ command: ['/bin/goose', 'acp'], startedAt: '2026-06-12T15:27:46.194Z' }]);
    expect((await acptap(home, 'import', file)).stderr).toContain('is in the database already');
  });

  test('makes a recording of the connection of the client in a trace of the conductor', async () => {
    const events = [
      {
        type: 'request',
        ts: 0.001,
        protocol: 'acp',
        from: 'Client',
        to: 'Proxy(0)',
        id: 'a',
        method: 'initialize',
        params: { protocolVersion: 1 },
      },
      {
        type: 'request',
        ts: 0.002,
        protocol: 'acp',
        from: 'Proxy(0)',
        to: 'Agent',
        id: 'b',
        method: 'initialize',
        params: {},
      },
      { type: 'response', ts: 0.003, from: 'Agent', to: 'Proxy(0)', id: 'b', is_error: false, payload: {} },
      {
        type: 'response',
        ts: 0.004,
        from: 'Proxy(0)',
        to: 'Client',
        id: 'a',
        is_error: true,
        payload: { code: -32_603, message: 'no' },
      },
      {
        type: 'notification',
        ts: 0.0055,
        protocol: 'acp',
        from: 'Proxy(0)',
        to: 'Client',
        method: 'session/update',
        session: 's',
        params: { sessionId: 's' },
      },
    ];
    const { entries, stderr } = await importing(
      temporaryFile(events.map((each) => `${JSON.stringify(each)}\n`).join(''), 'trace.jsons'),
    );
    expect(entries).toEqual([
      { from: 'client', kind: 'request', method: 'initialize', t: 1000 },
      { from: 'agent', kind: 'error', method: 'initialize', t: 4000 },
      { from: 'agent', kind: 'notification', method: 'session/update', t: 5500 },
    ]);
    expect(stderr).toContain('2 messages behind the first component');
  });

  test('makes one recording of two logs, in which no response comes before its request', async () => {
    const prompt = line({ id: 1, method: 'session/prompt', params: {} });
    const allowed = line({ id: 'p', result: {} });
    const client = temporaryFile(`${INITIALIZE}\n${prompt}\n${allowed}\n`, 'in.ndjson');
    const update = line({ method: 'session/update', params: {} });
    const asks = line({ id: 'p', method: 'session/request_permission', params: {} });
    const done = line({ id: 1, result: { stopReason: 'end_turn' } });
    const agent = temporaryFile(`${INITIALIZED}\n${update}\n${asks}\n${done}\nrest`, 'out.ndjson');
    const order = [
      'initialize',
      'initialize',
      'session/update',
      'session/request_permission',
      'session/prompt',
      'session/request_permission',
      'session/prompt',
      null,
    ];
    for (const words of [
      ['--from', 'client', client, agent],
      ['--from', 'agent', agent, client],
    ]) {
      const { home, entries, stderr } = await importing(...words);
      expect(entries.map(({ method }) => method)).toEqual(order);
      expect(stderr).toContain('all times; the order between both sides');
      expect((await rawBytes(home, 'agent')).toString().endsWith('\nrest')).toBe(true);
    }
    const { entries } = await importing('--from', 'agent', agent);
    expect(entries.map(({ from }) => from)).toEqual(['agent', 'agent', 'agent', 'agent', 'agent']);
    expect(await importing('--from', 'agent', agent, client, agent)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('3 files are named'),
    });
    const prefixed = temporaryFile(`12:00 INFO ${INITIALIZE}\n`, 'editor.log');
    expect(await importing('--from', 'client', prefixed)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no line of .* is a JSON-RPC message, the first is "12:00 INFO \{.*: remove what/),
    });
  });

  test.each([
    ['an export of a later version', '{"version":2,"session":{},"messages":[]}'],
    ['a trace with another line', '{"type":"request","ts":1,"from":"Client","to":"Agent"}\n{"type":"span"}\n'],
    ['a log without --from', `${INITIALIZE}\n`],
    ['nothing', ''],
  ])('refuses %s as no recording', async (_what, text) => {
    expect(await importing(temporaryFile(text, 'file.json'))).toMatchObject({ code: 2 });
  });
});
