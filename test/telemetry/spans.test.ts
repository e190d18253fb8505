import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';
import { exportedSpans, GOLDEN_SPANS, renderGoldenSpans } from './golden-spans.ts';
import { decodeRequest, spansIn } from './otlp.ts';

const KEY = 'sk-ant-api03-CANARYcanaryCANARYcanary0123456789';

const CONVERSATION = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true}},"clientInfo":{"name":"ed","version":"2"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"bot","version":"3"}}
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"my prompt, ${KEY}"}],"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"my answer"}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"my title","kind":"read","status":"pending","rawInput":{"path":"my path"}}}
  < 7 fs/read_text_file {"sessionId":"s","path":"/w/my-file"}
  > 7 ok {"content":"my file"}
  < 8 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_once"}]}
  > 8 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed","rawOutput":"my output"}}
  < 2 ok {"stopReason":"end_turn"}
  > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"my prompt"}]}
  < 3 error {"code":-32603,"message":"my error"}
  > 4 session/list {}
  = exit {"code":0,"signal":null}`;

const exported = (...words: readonly string[]) => exportedFrom(CONVERSATION, ...words);

const exportedFrom = async (conversation: string, ...words: readonly string[]) => {
  const file = recordingFile(conversation);
  const { stdout } = await acptap(temporaryFolder(), 'export', file, '--format', 'otlp', ...words);
  return { text: stdout, spans: spansIn(decodeRequest('traces', 'application/json', Buffer.from(stdout))) };
};

test('the spans of two recordings are as in their golden text (update: npm run golden)', async () => {
  expect(await renderGoldenSpans()).toBe(readFileSync(GOLDEN_SPANS, 'utf8'));
});

test('a turn ends with the error that acptap gave to its prompt, and has failed', async () => {
  const { spans } = await exportedFrom(`
    = taking-part {"faults":[]}
    @1000000 > 2 session/prompt {"sessionId":"s","prompt":[]}
    @2000000 = injected {"toward":"client","json":{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no"}}}
    @90000000 ! bye`);
  const turn = spans.find(({ name }) => name.startsWith('invoke_agent'));
  expect([turn?.failed, (turn?.end ?? 0n) - (turn?.start ?? 0n)]).toEqual([true, 1_000_000_000n]);
});

test('a tool call has its permission and file exchanges below it, a turn its link, and the connection its own trace', async () => {
  const { spans } = await exported();
  const byName = (name: string) => spans.filter((span) => span.name === name);
  const [turn, failed] = byName('invoke_agent bot');
  const [tool, session, connection] = ['execute_tool read', 'session', 'connection'].flatMap(byName);
  expect(byName('session/request_permission')).toMatchObject([
    { parent: tool?.id, attributes: { 'acp.permission.chosen': 'yes', 'acp.from': 'agent' } },
  ]);
  expect(byName('fs/read_text_file')).toMatchObject([{ parent: tool?.id }]);
  expect([tool?.parent, turn?.parent, failed?.parent]).toEqual([turn?.id, session?.id, session?.id]);
  expect(turn?.links).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7']);
  expect(failed).toMatchObject({ failed: true, links: [] });
  expect(byName('session/list')).toMatchObject([{ trace: connection?.trace, attributes: { 'acp.answered': false } }]);
  expect(turn?.trace).not.toBe(connection?.trace);
  expect(turn?.resource).toMatchObject({
    'service.name': 'bot',
    'service.version': '3',
    'service.instance.id': 'recorded',
  });
  expect(byName('session/list')[0]?.events.map(({ attributes }) => attributes['acp.rule'])).toEqual([
    'jsonrpc/request-is-answered',
    'capability/list-is-offered',
  ]);
});

test('contents are sent only with --content, and then without secrets', async () => {
  const { text } = await exported();
  for (const content of ['my prompt', 'my answer', 'my title', 'my path', 'my-file', 'my output', 'my error', 'CANARY'])
    expect(text).not.toContain(content);
  const withContent = await exported('--content');
  for (const content of ['my prompt', 'my answer', 'my title', 'my path', 'my output', 'my error'])
    expect(withContent.text).toContain(content);
  expect(withContent.text).not.toContain('CANARY');
  expect(withContent.spans.map(({ id }) => id)).toEqual((await exported()).spans.map(({ id }) => id));
  const { code } = await acptap(temporaryFolder(), 'export', recordingFile(CONVERSATION), '--content');
  expect(code).toBe(2);
});

test('a tool call that only a permission of version 2 describes has its input', async () => {
  const { text } = await exportedFrom(
    `> 0 initialize {"protocolVersion":2,"info":{"name":"ed","version":"2"},"capabilities":{}}
  < 0 ok {"protocolVersion":2,"info":{"name":"bot","version":"3"},"capabilities":{}}
  > 1 session/new {"cwd":"/w"}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[]}
  < 8 session/request_permission {"sessionId":"s","title":"Read?","subject":{"type":"tool_call","toolCall":{"toolCallId":"c","rawInput":{"path":"my path"}}},"options":[{"optionId":"yes","name":"Yes","kind":"allow_once"}]}
  > 8 ok {"outcome":{"outcome":"selected","optionId":"yes"}}`,
    '--content',
  );
  expect(text).toContain('my path');
});

test.each(someOf(goldenRecordings(), 12))(
  '%s has the spans that its stats count, each once and below a span of its trace',
  async (path) => {
    const spans = await exportedSpans(path);
    const { entries } = await loadRecordingFile(path);
    const folded = createStatsAndInfo();
    for (const entry of entries) folded.apply(entry);
    const stats = folded.stats();

    const ids = new Map(spans.map((span) => [span.id, span]));
    expect(ids.size).toBe(spans.length);
    const orphans = spans.filter(({ parent, trace }) => parent !== '' && ids.get(parent)?.trace !== trace);
    expect(orphans).toEqual([]);

    const turns = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'invoke_agent');
    expect(turns.length).toBe(stats.turnCount);
    // A count that falls in a later turn changes how the reports before are read.
    const isFinal = stats.tokenReading?.because !== 'fell';
    expect(
      turns.map(({ attributes, start, end }) => ({
        seq: attributes['acp.seq'],
        duration: end - start,
        tokens: isFinal ? (attributes['acp.usage.total_tokens'] ?? null) : null,
      })),
    ).toMatchObject(
      stats.turns
        .toSorted((a, b) => a.t + (a.duration ?? Infinity) - b.t - (b.duration ?? Infinity))
        .map(({ seq, duration, tokens }) => ({
          seq,
          ...(duration === null ? {} : { duration: BigInt(duration) * 1000n }),
          tokens: isFinal ? (tokens?.total ?? null) : null,
        })),
    );
    const tools = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'execute_tool');
    expect(tools.length).toBe(stats.tools.reduce((sum, { ended, open }) => sum + (ended?.count ?? 0) + open, 0));
    for (const { method, from, answered, open, byAcptap } of stats.methods) {
      if (method === 'session/prompt') continue; // its span is the turn's
      const exchanges = spans.filter(
        ({ attributes }) => attributes['rpc.method'] === method && attributes['acp.from'] === from,
      );
      expect([method, exchanges.length]).toEqual([method, (answered?.count ?? 0) + open + byAcptap]);
    }
  },
);
