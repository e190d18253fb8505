import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Durations, Stats } from '#core/model/stats.ts';
import { someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { acptap, CLI, importInto, kill, start, startShim, stdoutHas } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';
import type { ReceivedPoint } from './otlp.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const lastly = cleanUpAfterAll();
const FILES = ['claude-0.100.0/multi', 'claude-0.100.0/terminal', 'gemini-0.61.0/edit', 'gemini-0.61.0/bad'].map(
  (name) => `recordings/real/${name}.acp.jsonl`,
);
/** Milliseconds: shorter than the pause before the transport's first repetition. */
const NO_REPETITION = '700';

let home: string;
let collector: Receiver;
/** The rows of each recording in the database. */
let recordings: readonly { readonly summary: RecordingSummary; readonly stats: Stats }[];

beforeAll(async () => {
  home = temporaryFolder(lastly);
  collector = await startReceiver(lastly);
  await importInto(home, FILES, lastly);
  const summaries = (await json('list')) as RecordingSummary[];
  recordings = await Promise.all(
    summaries.map(async (summary) => ({ summary, stats: (await json('stats', summary.id)) as Stats })),
  );
});
beforeEach(() => collector.clear());

const ship = (...words: readonly string[]) => acptap(home, 'ship', '--otlp', collector.url, '--all', ...words);
const json = async (...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await acptap(home, ...words, '--json')).stdout);

const pointsOf = (recording: string, metric: string): readonly ReceivedPoint[] =>
  collector.points.filter((point) => point.recording === recording && point.metric === metric);
const sumOf = (points: readonly ReceivedPoint[]) => points.reduce((sum, { value }) => sum + value, 0);

/** Count, seconds, and the counts of the buckets that have any. */
const histogram = ({ value, sum, buckets }: ReceivedPoint) => [value, sum.toFixed(6), buckets.filter(Boolean)];
const expected = ({ count, total, spread }: Durations) => [
  count,
  (total / 1e6).toFixed(6),
  spread.map((bucket) => bucket.count),
];

describe.each(['protobuf', 'json'])('as %s', (encoding) => {
  test('a collector gets the figures that stats and list have, with the headers that were given', async () => {
    const { code, stdout } = await ship('--encoding', encoding, '--again', '--header', 'x-team=agents');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^sent 4 whole recordings: \d+ spans and 0 log records/)]);
    expect(collector.headers).toSatisfy((all: Receiver['headers']) => all.every((each) => each['x-team'] === 'agents'));
    expect(recordings.length).toBe(4);
    for (const { summary, stats } of recordings) {
      const { id, findings } = summary;
      const spans = collector.spans.filter(({ resource }) => resource['service.instance.id'] === id);
      const exchanges = stats.methods.filter(({ method }) => method !== 'session/prompt');
      expect(spans.filter(({ attributes }) => attributes['rpc.method'] !== undefined).length).toBe(
        exchanges.reduce((sum, { answered, open }) => sum + (answered?.count ?? 0) + open, 0),
      );
      for (const { method, from, answered } of stats.methods)
        expect(
          pointsOf(id, 'acp.exchange.duration')
            .filter(({ attributes }) => attributes['rpc.method'] === method && attributes['acp.from'] === from)
            .map(histogram),
        ).toEqual(answered ? [expected(answered)] : []);
      expect(pointsOf(id, 'gen_ai.client.operation.time_to_first_chunk').map(histogram)).toEqual(
        stats.firstChunk ? [expected(stats.firstChunk)] : [],
      );
      expect(pointsOf(id, 'gen_ai.client.operation.duration').map(({ value, sum }) => [value, sum.toFixed(6)])).toEqual(
        [[stats.turns.length, (stats.turns.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1e6).toFixed(6)]],
      );
      expect(sumOf(pointsOf(id, 'acp.findings'))).toBe(findings.error + findings.warning + findings.note);
      expect(
        sumOf(pointsOf(id, 'acp.tokens').filter(({ attributes }) => attributes['gen_ai.token.type'] === 'total')),
      ).toBe(stats.usage.reduce((sum, { tokens }) => sum + (tokens?.total ?? 0), 0));
      expect(sumOf(pointsOf(id, 'acp.cost'))).toBeCloseTo(
        stats.usage.reduce((sum, { cost }) => sum + (cost?.amount ?? 0), 0),
      );
    }
  });
});

test('sends nothing twice without --again, and with it the same ids', async () => {
  await ship('--again');
  const ids = collector.spans.map(({ id, trace, parent }) => [trace, id, parent]);
  collector.clear();
  expect((await ship()).stdout).toContain('sent 0 whole recordings: 0 spans');
  expect(collector.headers).toEqual([]);
  await ship('--again');
  expect(collector.spans.map(({ id, trace, parent }) => [trace, id, parent])).toEqual(ids);
});

test('--frames sends a record for each frame, below a span that was sent; texts only with --content, without secrets', async () => {
  const secret = 'sk-ant-api03-CANARYcanaryCANARYcanary0123456789';
  const place = temporaryFolder();
  const path = recordingFile(`
    > 0 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"my prompt ${secret}"}]}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"my answer"}}}
    < 0 ok {"stopReason":"end_turn"}
    < | my noise ${secret}
    = exit {"code":0,"signal":null}`);
  await importInto(place, path, lastly);
  const send = (...words: readonly string[]) =>
    acptap(place, 'ship', '--otlp', collector.url, '--all', '--again', '--frames', ...words);
  const received = () => Buffer.concat(collector.bodies).toString('utf8');

  await send();
  expect(collector.logs.map(({ attributes }) => attributes['acp.seq'])).toEqual([0, 1, 2, 3]);
  const ids = new Set(collector.spans.map(({ id }) => id));
  expect(collector.logs.filter(({ span }) => !ids.has(span))).toEqual([]);
  expect(collector.logs.flatMap(({ body }) => body ?? [])).toEqual([]);
  expect(received()).not.toMatch(/my prompt|my answer|my noise|CANARY/);

  collector.clear();
  await send('--content');
  expect(collector.logs.map(({ body }) => body)).toContain('my noise [redacted-1]');
  expect(received()).toMatch(/my prompt/);
  expect(received()).not.toMatch(/CANARY/);
});

const LIVE = [
  ['with its contents', ['--content'], []],
  ['in which acptap takes part', [], ['--fault', 'delay 1ms where method:session/list']],
] as const;

test.each(someOf(LIVE, 2))('a live recording %s is sent when it has ended', async (_which, words, run) => {
  const place = temporaryFolder();
  const shim = startShim([process.execPath, '-e', 'process.stdin.resume()'], { home: place, run });
  const send = async () => (await acptap(place, 'ship', '--otlp', collector.url, '--all', ...words)).stdout;
  shim.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}\n');
  await waitFor('the frame', async () => (await acptap(place, 'show', 'latest')).stdout.includes('session/list'));
  expect([await send(), collector.spans]).toEqual([expect.stringContaining('0 spans'), []]);
  shim.child.stdin.end();
  await shim.closed;
  expect(await send()).toContain('sent 1 whole recording: 2 spans');
});

test('only recordings of the current folder are sent without --all', async () => {
  const { stdout } = await acptap(home, 'ship', '--otlp', collector.url, '--again');
  expect([stdout.slice(0, 24), collector.spans]).toEqual(['sent 0 whole recordings:', []]);
});

const REFUSALS = [
  [401, 'refused the data: HTTP 401'],
  [503, 'refused the data: '], // the gate covers 503 with --follow
] as const;

test.each(someOf(REFUSALS, 2))(
  'a collector that answers %i ends the command with advice; the next ship sends the rest',
  async (status, said) => {
    const env = { OTEL_EXPORTER_OTLP_TIMEOUT: NO_REPETITION };
    collector.status = status;
    const { code, stderr } = await acptap({ home, env }, 'ship', '--otlp', collector.url, '--all', '--again');
    collector.status = undefined;
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect((await ship()).stdout).toContain('sent 4 whole recordings');
  },
);

test('names on stderr what a collector rejects', async () => {
  collector.reply = '{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}';
  const { code, stderr } = await ship('--again', '--encoding', 'json');
  collector.reply = '';
  expect([code, stderr]).toEqual([0, expect.stringContaining('"rejectedSpans":"3","errorMessage":"too old"')]);
});

test.each([['ftp://x'], ['http://me:secret@x'], ['nowhere']])(
  'rejects %s as the address of a collector',
  async (url) => {
    expect((await acptap(home, 'ship', '--otlp', url)).code).toBe(2);
  },
);

test('--follow sends what a live agent said while it runs, after a time without a collector and after a restart', async () => {
  const place = temporaryFolder();
  const words = [process.execPath, CLI, 'ship', '--otlp', collector.url, '--all', '--follow'] as const;
  const follow = () => start([...words], { home: place, env: { OTEL_EXPORTER_OTLP_TIMEOUT: NO_REPETITION } });
  const agent = [
    process.execPath,
    '-e',
    'process.stdin.on("data", () => console.log(\'{"jsonrpc":"2.0","id":1,"result":{}}\'))',
  ];
  const shim = startShim(agent, { home: place });
  const ask = (id: number, method: string) =>
    shim.child.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{}}\n`);
  /** Each once: a request whose answer was late is repeated. */
  const seqs = (name: string) =>
    collector.spans.filter((span) => span.name === name).map(({ attributes }) => attributes['acp.seq']);

  collector.status = 503;
  const first = follow();
  ask(1, 'session/list');
  await waitFor('a notice', () => first.stderr().includes('does not answer'));
  collector.status = undefined;
  await waitFor('the first span', () => seqs('session/list').length > 0);
  kill(first.pid, 'SIGINT');
  expect((await first.closed).code).toBe(0);

  const second = follow();
  await stdoutHas(second, 'until you press Ctrl-C');
  ask(1, 'authenticate');
  await waitFor('the second span', () => seqs('authenticate').length > 0);
  shim.child.stdin.end();
  await shim.closed;
  await waitFor('the end of the connection', () => seqs('connection').length > 0);
  kill(second.pid, 'SIGINT');
  await second.closed;
  expect([seqs('session/list'), seqs('authenticate'), seqs('connection')]).toEqual([[1], [3], [0]]);
  const again = await acptap(place, 'ship', '--otlp', collector.url, '--all');
  expect(again.stdout).toContain('sent 0 whole recordings: 0 spans');
});
